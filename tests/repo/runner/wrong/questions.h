/* SPDX-License-Identifier: MIT */
#ifndef TESTS_RUNNER_WRONG_QUESTIONS_H
#define TESTS_RUNNER_WRONG_QUESTIONS_H

#define TESTS_UNIT_QUESTIONS_H /* in the place of tests/pool/unit/questions.h */
#define QUESTIONS              QUESTION(does_it_fail)
void does_it_fail(void);

#endif
