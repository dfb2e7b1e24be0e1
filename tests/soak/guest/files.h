/* SPDX-License-Identifier: MIT
 * Files of the machine that runs the soak: through semihosting, or directly on a host. */
#ifndef SOAK_FILES_H
#define SOAK_FILES_H

#include <stdbool.h>
#include <stdint.h>

/* After Ctrl-C the host makes a file, and the soak looks for it once a second. So the guest itself
 * ends the run: it frees everything, checks it, and gives the verdict. */
bool file_is_there(const char *name);

/* A file that is read from its start. */
struct file {
	uintptr_t handle;
	uint32_t next;
	uint32_t filled;
	uint8_t bytes[32];
};

bool file_open(struct file *file, const char *name);
int file_next(struct file *file); /* the next byte, or -1 */
void file_close(struct file *file);

#endif
