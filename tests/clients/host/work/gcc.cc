// SPDX-License-Identifier: MIT
// Templates and containers for a C++ compiler.
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

template <int N> struct fibonacci {
	static constexpr long value = fibonacci<N - 1>::value + fibonacci<N - 2>::value;
};
template <> struct fibonacci<0> {
	static constexpr long value = 0;
};
template <> struct fibonacci<1> {
	static constexpr long value = 1;
};

template <class... T> auto sum(const std::tuple<T...> &values)
{
	return std::apply([](auto... each) { return (each + ...); }, values);
}

int main()
{
	std::map<std::string, std::vector<std::variant<int, std::string>>> table;
	std::unordered_map<int, std::shared_ptr<std::set<std::string>>> sets;
	std::ostringstream out;

	for (int i = 0; i < 500; i++) {
		std::string key = "key" + std::to_string(i * 7919 % 101);

		table[key].emplace_back(i);
		table[key].emplace_back(key.substr(3) + key);
		auto &set = sets[i % 7];
		if (!set)
			set = std::make_shared<std::set<std::string>>();
		set->insert(key);
	}
	for (const auto &[key, values] : table)
		out << key << values.size();
	std::cout << out.str().size() << ' ' << fibonacci<60>::value << ' '
		  << sum(std::make_tuple(1, 2L, 3.5)) << ' ' << sets[3]->size() << '\n';
}
