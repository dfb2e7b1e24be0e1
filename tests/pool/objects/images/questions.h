/* SPDX-License-Identifier: MIT
 * As ../questions.h. It is a program of its own, because all questions together do not fit the
 * smallest board. */
#ifndef TESTS_UNIT_QUESTIONS_H
#define TESTS_UNIT_QUESTIONS_H

#define QUESTIONS                              \
	QUESTION(does_an_image_bring_all_back) \
	QUESTION(does_recycling_renew_slots)

#define QUESTION(name) void name(void);
QUESTIONS
#undef QUESTION

#endif
