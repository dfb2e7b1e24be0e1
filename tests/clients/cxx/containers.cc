// SPDX-License-Identifier: MIT
// The standard's containers, filled, searched, spliced, thinned out and sorted.
#include <algorithm>
#include <any>
#include <cstdint>
#include <cstdio>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "client.h"
#include "parts.hpp"
#include "random.h"

namespace
{
std::vector<std::string> words(std::size_t count)
{
	std::vector<std::string> list;
	uint32_t state = 7;

	for (std::size_t i = 0; i < count; i++)
		list.push_back("word number " + std::to_string(random_below(&state, 400)));
	return list;
}

void maps(const std::vector<std::string> &list)
{
	std::map<std::string, unsigned> ordered;
	std::unordered_map<std::string, std::vector<std::size_t>> places;

	for (std::size_t i = 0; i < list.size(); i++) {
		ordered[list[i]]++;
		places[list[i]].push_back(i);
	}
	client_sample();
	std::size_t most = 0;
	for (const auto &[word, count] : ordered)
		most = std::max<std::size_t>(most,
					     count + (places.at(word).size() != count) * 1000);
	for (auto it = ordered.begin(); it != ordered.end();)
		it = it->second % 2 ? ordered.erase(it) : std::next(it);
	std::printf("maps: %u words, most often %u, even %u, first %s\n", number(places.size()),
		    number(most), number(ordered.size()), ordered.begin()->first.c_str());
}

void sequences()
{
	std::deque<uint32_t> ends;
	std::list<uint32_t> odd, even;
	uint32_t state = 3;

	for (int i = 0; i < 3000; i++) {
		uint32_t value = random_below(&state, 10000);

		value % 3 ? ends.push_back(value) : ends.push_front(value);
		if (i % 4 == 3)
			ends.pop_front();
		(value % 2 ? odd : even).push_back(value);
	}
	odd.sort();
	even.sort();
	even.merge(odd);
	even.unique();
	client_sample();
	std::printf("sequences: %u at both ends, sum %u, %u merged, last %u\n", number(ends.size()),
		    (unsigned)std::accumulate(ends.begin(), ends.end(), 0u), number(even.size()),
		    (unsigned)even.back());
}

void heaps_and_sets()
{
	std::priority_queue<std::pair<uint32_t, std::string>> queue;
	std::multiset<uint32_t, std::greater<>> bag;
	uint32_t state = 11, sum = 0;

	for (int i = 0; i < 500; i++) {
		queue.emplace(random_below(&state, 1000),
			      "a job with a name, number " + std::to_string(i));
		bag.insert(random_below(&state, 50));
	}
	client_sample();
	for (int i = 0; i < 250; i++) {
		sum += queue.top().first * (unsigned)queue.top().second.size();
		queue.pop();
	}
	bag.erase(25);
	std::printf("queues: %u, %u in the bag, %u sevens\n", (unsigned)sum, number(bag.size()),
		    number(bag.count(7)));
}

struct Show {
	std::string operator()(int value) const
	{
		return "int " + std::to_string(value);
	}
	std::string operator()(const std::string &text) const
	{
		return "text " + text;
	}
	std::string operator()(const std::vector<int> &list) const
	{
		return "list of " + std::to_string(list.size());
	}
};

void sums()
{
	std::vector<std::variant<int, std::string, std::vector<int>>> mixed;
	std::vector<std::function<std::size_t(std::string_view)>> calls;
	std::optional<std::string> last;
	std::size_t length = 0;

	for (int i = 0; i < 90; i++) {
		if (i % 3 == 0)
			mixed.emplace_back(i);
		else if (i % 3 == 1)
			mixed.emplace_back(std::string(20 + (std::size_t)i, 'x'));
		else
			mixed.emplace_back(std::vector<int>((std::size_t)i, i));
		calls.emplace_back(
			[i, text = std::string((std::size_t)i, 'y')](std::string_view more) {
				return text.size() * (std::size_t)i + more.size();
			});
	}
	client_sample();
	for (std::size_t i = 0; i < mixed.size(); i++) {
		last = std::visit(Show(), mixed[i]);
		length += last->size() + calls[i](*last);
	}
	std::any any = std::move(mixed);
	std::printf("sums: %u, last %s, any %d\n", number(length), last->c_str(), any.has_value());
}
} // namespace

void containers()
{
	std::vector<std::string> list = words(2000);

	maps(list);
	std::sort(list.begin(), list.end());
	list.erase(std::unique(list.begin(), list.end()), list.end());
	list.shrink_to_fit();
	std::printf("vector: %u, last %s\n", number(list.size()), list.back().c_str());
	sequences();
	heaps_and_sets();
	sums();
}
