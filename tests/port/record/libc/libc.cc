// SPDX-License-Identifier: MIT
// A program with a libc, to be recorded: malloc and its relatives, the requests of stdio, operator
// new. Prints the heap's report.
#include <cstdio>
#include <cstdlib>
#include <malloc.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tarn.hpp"

extern "C" {
#include "print.h"
}

static std::string early(100, 'e');

static void strings(int round)
{
	std::map<std::string, std::unique_ptr<std::vector<int>>> table;

	for (int i = 0; i < 60; i++) {
		auto &entry = table["key" + std::to_string(i * 7919 % 37)];

		if (!entry)
			entry = std::make_unique<std::vector<int>>();
		entry->insert(entry->end(), i % 9, round);
	}
	std::printf("%u keys, %.3f\n", static_cast<unsigned>(table.size()), table.size() / 7.0);
}

static void blocks(int round)
{
	char *text = static_cast<char *>(std::malloc(10));
	void *zeroed = std::calloc(7, 1 + round);
	void *aligned = memalign(64, 64);

	for (int size = 20; size < 400; size += 30 + round)
		text = static_cast<char *>(std::realloc(text, size));
	std::snprintf(text, 20, "round %d", round);
	std::puts(text);
	std::free(zeroed);
	std::free(text);
	std::free(aligned);
}

int main()
{
	for (int round = 0; round < 20; round++) {
		strings(round);
		blocks(round);
	}
	std::fflush(stdout);
	tarn_report(&tarn_default, print_sink, nullptr);
	print_flush();
	return 0;
}
