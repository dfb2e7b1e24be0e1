/* SPDX-License-Identifier: MIT */
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "cxx.hpp"
#include "tarn.hpp"

static unsigned checks, failures;
unsigned blamed;
volatile std::size_t too_large = PTRDIFF_MAX;

bool check(bool holds, const char *what, const char *file, int line)
{
	checks++;
	if (holds)
		return true;
	failures++;
	std::printf("%s:%d: %s: does not hold\n", file, line, what);
	return false;
}

unsigned live_blocks()
{
	tarn_block block = {};
	unsigned blocks = 0;

	while (tarn_walk(&tarn_default, &block))
		blocks++;
	return blocks;
}

/* Constructed before main, destroyed after it. */
struct early {
	std::unique_ptr<std::vector<std::string>> words{new std::vector<std::string>};

	early()
	{
		words->emplace_back("long enough that it is not within the string itself");
		std::printf("constructed\n");
	}

	~early()
	{
		words.reset();
		std::printf("destroyed\n");
	}
};
static early first;

static void static_objects()
{
	CHECK(tarn_is_live(&tarn_default, first.words.get()));
	CHECK(tarn_is_live(&tarn_default, first.words->front().c_str()));
}

int main(int argc, char **argv)
{
	struct tarn_heap_stats stats;
	unsigned faults_of_tags = 0;

	if (argc > 1 && argv[1][0] == 'e') {
		void *volatile block = operator new(too_large); /* ends the program */
		return block == nullptr;
	}
	static_objects();
	forms();
#if TARN_TAGS > 0
	faults_of_tags = tags();
#endif
#ifdef REPLACED
	replaced();
#else
	handlers();
#endif
	CHECK(tarn_check(&tarn_default, nullptr) == 0);
	tarn_heap_stats(&tarn_default, &stats);
	for (unsigned kind = 0; kind < TARN_FAULT_KINDS; kind++)
		CHECK(stats.faults[kind] == (kind == TARN_FAULT_DOUBLE_FREE ? blamed
					     : kind == TARN_FAULT_TAG       ? faults_of_tags
									    : 0));
	std::printf("cxx: %u checks, %u failed\n", checks, failures);
	return failures || !checks;
}
