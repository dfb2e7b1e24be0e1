/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CXX_CHECK_HPP
#define TESTS_CXX_CHECK_HPP

#define CHECK(condition) check((condition), #condition, __FILE__, __LINE__)
bool check(bool holds, const char *what, const char *file, int line);

void containers();
void resources();
void objects();
void no_room();

#endif
