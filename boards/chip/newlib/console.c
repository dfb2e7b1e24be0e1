/* SPDX-License-Identifier: MIT
 * The system calls of newlib's stdio, for the programs of this repository. Output goes to the
 * port's console. There are no files and no input. There is no _sbrk: only a second heap needs it,
 * and a program with one does not link. */
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "../bare/clock.h"

void __libc_fini_array(void); /* of newlib: runs .fini_array, _fini() */

int _write(int file, const char *bytes, int length);
int _read(int file, char *bytes, int room);
int _close(int file);
off_t _lseek(int file, off_t offset, int whence);
int _fstat(int file, struct stat *status);
int _isatty(int file);
int _kill(int process, int signal);
int _getpid(void);
int _open(const char *path, int flags, int mode);
int _gettimeofday(struct timeval *now, void *zone);
clock_t _times(struct tms *times);

int _write(int file, const char *bytes, int length)
{
	if (file != STDOUT_FILENO && file != STDERR_FILENO) {
		errno = EBADF;
		return -1;
	}
	tarn_port_write(bytes, (size_t)length);
	return length;
}

int _read(int file, char *bytes, int room)
{
	(void)file, (void)bytes, (void)room;
	return 0;
}

int _open(const char *path, int flags, int mode)
{
	(void)path, (void)flags, (void)mode;
	errno = ENOENT;
	return -1;
}

int _close(int file)
{
	(void)file;
	return 0;
}

off_t _lseek(int file, off_t offset, int whence)
{
	(void)file, (void)offset, (void)whence;
	errno = ESPIPE;
	return -1;
}

/* Says "character device", so that stdio writes each line when it ends. */
int _fstat(int file, struct stat *status)
{
	(void)file;
	status->st_mode = S_IFCHR;
	status->st_blksize = 128;
	return 0;
}

int _isatty(int file)
{
	return file <= STDERR_FILENO;
}

int _kill(int process, int signal)
{
	(void)process;
	tarn_port_exit(128 + signal);
}

int _getpid(void)
{
	return 1;
}

int _gettimeofday(struct timeval *now, void *zone)
{
	(void)zone;
	return clock_read(now);
}

clock_t _times(struct tms *times)
{
	return clock_used(times);
}

_Noreturn void _exit(int status)
{
	tarn_port_exit(status);
}

/* newlib's exit() does not run destructors by itself. */
__attribute__((constructor)) static void run_destructors_at_exit(void)
{
	atexit(__libc_fini_array);
}
