/* SPDX-License-Identifier: MIT
 * A user's firmware in C++. */
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <string>

#include "tarn.hpp"

static std::unique_ptr<std::string> early(new std::string(50, 'e'));

static const char *told = "nothing";

void tarn_port_fault(const struct tarn_fault *fault)
{
	told = tarn_fault_name(fault->kind);
}

static int *volatile deleted = new int;

int main()
{
	std::map<int, std::string> numbers;

	for (int i = 0; i < 100; i++)
		numbers[i] = std::to_string(i) + " and more than a short string holds";
	if (!tarn_is_live(&tarn_default, early.get()) || numbers.size() != 100)
		return 1;
	delete deleted;
	delete deleted;
	if (std::strcmp(told, "double-free") != 0)
		return 3;
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
