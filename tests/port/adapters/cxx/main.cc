/* SPDX-License-Identifier: MIT */
#include <cstdio>
#include <memory>
#include <new>
#include <string>

#include "cxx.hpp"
#include "tarn.hpp"

unsigned blamed;
volatile std::size_t too_large = PTRDIFF_MAX;

unsigned live_blocks()
{
	tarn_block block = {};
	unsigned blocks = 0;

	while (tarn_walk(&tarn_default, &block))
		blocks++;
	return blocks;
}

/* Constructed before main, destroyed after it. */
static struct early {
	std::unique_ptr<std::string> word{
		new std::string("long enough that it is not within the string itself")};

	early()
	{
		std::printf("constructed\n");
	}
	~early()
	{
		word.reset();
		std::printf("destroyed\n");
	}
} first;

int main(int argc, char **argv)
{
	struct tarn_heap_stats stats;
	unsigned faults_of_tags = 0;

	if (argc > 1 && argv[1][0] == 'e') {
		void *volatile block = operator new(too_large); /* ends the program */
		return block == nullptr;
	}
	CHECK(tarn_is_live(&tarn_default, first.word.get()));
	CHECK(tarn_is_live(&tarn_default, first.word->c_str()));
	forms();
#if TARN_TAGS > 0
	faults_of_tags = tags();
#endif
#ifdef REPLACED
	replaced();
#else
	handlers();
	does_a_fault_name_who_deleted();
#endif
	CHECK(tarn_check(&tarn_default, nullptr) == 0);
	tarn_heap_stats(&tarn_default, &stats);
	for (unsigned kind = 0; kind < TARN_FAULT_KINDS; kind++)
		CHECK(stats.faults[kind] == (kind == TARN_FAULT_DOUBLE_FREE ? blamed
					     : kind == TARN_FAULT_TAG       ? faults_of_tags
									    : 0));
	return adapters_verdict("cxx");
}
