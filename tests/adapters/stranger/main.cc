/* SPDX-License-Identifier: MIT
 * Somebody's firmware in C++. */
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "tarn.hpp"

static std::unique_ptr<std::string> early(new std::string(50, 'e'));

int main()
{
	std::map<int, std::string> numbers;

	for (int i = 0; i < 100; i++)
		numbers[i] = std::to_string(i) + " and more than a short string holds";
	if (!tarn_is_live(&tarn_default, early.get()) || numbers.size() != 100)
		return 1;
#ifdef __cpp_exceptions
	try {
		std::string large(1 << 20, 'x');
		return 2;
	} catch (const std::bad_alloc &) {
		std::printf("bad_alloc\n");
	}
#endif
	std::printf("constructed: %d\n", static_cast<int>(early->size()));
	return 0;
}
