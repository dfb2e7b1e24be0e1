/* SPDX-License-Identifier: MIT
 * A program whose arena is too small: the libc, malloc and new all report it, and the program ends
 * as it should. */
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "tarn.hpp"

extern char __tarn_arena_start[], __tarn_arena_end[];

struct link {
	link *next;
};

int main(int argc, char **argv)
{
	unsigned blocks = 0;
	link *list = nullptr;
	std::size_t arena = static_cast<std::size_t>(__tarn_arena_end - __tarn_arena_start);
	bool refused;

	(void)argc, (void)argv;
	std::printf("an arena of %u bytes\n", static_cast<unsigned>(arena));
	while (link *block = static_cast<link *>(std::malloc(24))) {
		block->next = list;
		list = block;
		blocks++;
	}
	refused = errno == ENOMEM && !new (std::nothrow) char[arena] && !std::calloc(1, 24) &&
		  !std::realloc(nullptr, arena) && tarn_usable_size(&tarn_default, nullptr) == 0;
	while (list) {
		link *next = list->next;

		std::free(list);
		list = next;
	}
	std::printf("%u blocks, then %s\n", blocks, refused ? "none" : "something else");
	return !refused || tarn_check(&tarn_default, nullptr);
}
