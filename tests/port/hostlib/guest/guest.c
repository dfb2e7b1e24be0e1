/* SPDX-License-Identifier: MIT
 * guest HABIT: a program that does what a program may do, and what a library inside it must
 * survive. Of Tarn it uses only the variable that says whether a thread is inside a call. Status 0:
 * the program behaves as without the library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                                           \
	do {                                                                       \
		if (!(condition)) {                                                \
			dprintf(STDERR_FILENO, "guest: not so: %s\n", #condition); \
			_exit(1);                                                  \
		}                                                                  \
	} while (0)

#pragma weak tarn_port_host_thread
uintptr_t tarn_port_host_thread(void);

/* Does this thread hold the library's lock? The library counts a taking just before it takes the
 * lock. So only the second one within a call is sure. */
static int inside_malloc(void)
{
	return tarn_port_host_thread && *(volatile unsigned int *)tarn_port_host_thread() > 1;
}

/* Calls malloc and free. Some 10,000 calls make the library write a part of its trace. */
static void work(int calls)
{
	for (int i = 0; i < calls; i++) {
		char *volatile block = malloc(24 + (size_t)i % 100);

		CHECK(block);
		free(block);
	}
}

/* Returns a text in a page that is unmapped: whoever reads it crashes. */
static char *gone(const char *text)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *place = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(place != MAP_FAILED);
	memcpy(place, text, strlen(text) + 1);
	munmap(place, page);
	return place;
}

/* ---- What belongs to the program ------------------------------------------------------------ */

static void environment_unmapped(void)
{
	environ = (char **)(void *)gone("");
	program_invocation_short_name = gone("guest");
	program_invocation_name = gone("guest");
}

static void environment_overwritten(void)
{
	for (char **line = environ; *line; line++)
		memset(*line, 'x', strlen(*line));
}

static void folder_changed(void)
{
	work(10);
	CHECK(!chdir("/"));
	work(20000);
}

/* Closes all files, as a daemon does. The program's own files then get these numbers. */
static void descriptors_closed(void)
{
	char name[] = "own.XXXXXX";
	char text[64] = "";
	int own[64];
	int first = mkstemp(name);

	CHECK(first >= 0);
	for (int file = 0; file < 64; file++)
		close(file);
	for (int i = 0; i < 64; i++)
		CHECK((own[i] = open(name, O_RDWR)) == i);
	for (int round = 0; round < 3; round++) {
		work(20000);
		close(own[round]);
		work(20000);
		CHECK(open(name, O_RDWR) == own[round]);
	}
	CHECK(pread(own[5], text, sizeof(text), 0) == 0);
	unlink(name);
}

/* Standard output is closed at the start: no file of the library may get its number. */
static void output_closed(void)
{
	close(STDOUT_FILENO);
	work(20000);
	CHECK(write(STDOUT_FILENO, "x", 1) < 0 && errno == EBADF);
}

static void stdio_closed(void)
{
	fclose(stdin);
	fclose(stdout);
	fclose(stderr);
}

/* ---- Limits --------------------------------------------------------------------------------- */

static void limit(int what, rlim_t value)
{
	const struct rlimit limits = {value, value};

	CHECK(!setrlimit(what, &limits));
}

static void no_files(void)
{
	limit(RLIMIT_NOFILE, 0);
	work(20000);
}

static void no_growing_files(void)
{
	limit(RLIMIT_FSIZE, 0);
	work(20000);
	errno = 77;
	free(malloc(100));
	CHECK(errno == 77);
}

static void little_memory(void)
{
	limit(RLIMIT_AS, (rlim_t)160 << 20);
	for (size_t size = 1; size < (size_t)32 << 20; size *= 2) {
		char *volatile block = malloc(size);

		CHECK(block || size > (size_t)16 << 20);
		free(block);
	}
}

/* Standard error is a pipe without a reader. */
static void pipe_broken(void)
{
	int ends[2];

	CHECK(!pipe(ends));
	CHECK(dup2(ends[1], STDERR_FILENO) == STDERR_FILENO);
	close(ends[0]);
	close(ends[1]);
}

/* Standard error is a pipe without room, whose reader does not read. */
static void pipe_full(void)
{
	char bytes[4096] = "";
	int ends[2];

	CHECK(!pipe(ends));
	CHECK(!fcntl(ends[1], F_SETFL, O_NONBLOCK));
	while (write(ends[1], bytes, sizeof(bytes)) > 0)
		;
	CHECK(!fcntl(ends[1], F_SETFL, 0));
	CHECK(dup2(ends[1], STDERR_FILENO) == STDERR_FILENO);
}

/* ---- Ends in the middle of a call ----------------------------------------------------------- */

static volatile sig_atomic_t caught;

static volatile pid_t worker;

static void *work_forever(void *unused)
{
	(void)unused;
	worker = (pid_t)syscall(SYS_gettid);
	for (;;)
		work(1);
	return NULL;
}

static void on(int signal, void (*handler)(int))
{
	struct sigaction action = {.sa_handler = handler};

	sigaction(signal, &action, NULL);
}

static void end_thread(int signal)
{
	(void)signal;
	if (inside_malloc() || !tarn_port_host_thread) {
		caught = 1;
		syscall(SYS_exit, 0);
	}
}

/* A thread ends while it holds the lock. */
static void thread_ended(void)
{
	pthread_t thread;

	on(SIGUSR1, end_thread);
	CHECK(!pthread_create(&thread, NULL, work_forever, NULL));
	while (!caught) {
		if (worker)
			syscall(SYS_tgkill, getpid(), worker, SIGUSR1);
		usleep(100);
	}
}

static void end_process(int signal)
{
	(void)signal;
	if (inside_malloc() || !tarn_port_host_thread)
		exit(0);
}

static void handler_exits(void)
{
	const struct itimerval soon = {{0, 100}, {0, 100}};

	on(SIGALRM, end_process);
	setitimer(ITIMER_REAL, &soon, NULL);
	work_forever(NULL);
}

/* A child of vfork() shares the memory, so its calls count as calls of this process. */
static void vfork_works(void)
{
	pid_t child;
	int status;

	work(1000);
	child = vfork();
	if (child == 0) {
		work(20000);
		_exit(0);
	}
	CHECK(waitpid(child, &status, 0) == child && status == 0);
	work(1000);
}

/* A child of fork() counts its own calls, and its parent does not. */
static void fork_works(void)
{
	pid_t child = fork();
	int status;

	work(20000);
	if (child)
		CHECK(waitpid(child, &status, 0) == child && status == 0);
}

/* Status 3: the program has no rights of another user. */
static void more_rights(void)
{
	if (!getauxval(AT_SECURE))
		_exit(3);
	work(10);
}

/* ---- The library itself --------------------------------------------------------------------- */

static void *kept;

/* Runs after the library's destructor, if the library is linked into the program. */
__attribute__((destructor(101))) static void last(void)
{
	if (kept)
		free(malloc(100));
	free(kept);
}

static void works_at_the_end(void)
{
	kept = malloc(1000);
}

/* A program with another malloc opens the library, and closes it while a block of it is live. */
static void library_closed(void)
{
	void *library = dlopen(getenv("LIBRARY"), RTLD_NOW | RTLD_LOCAL);
	void *(*get)(size_t);
	void (*give)(void *);
	char *block;

	CHECK(library);
	*(void **)&get = dlsym(library, "malloc");
	*(void **)&give = dlsym(library, "free");
	CHECK(get && give && (block = get(1000)));
	dlclose(library);
	memset(block, 1, 1000);
	give(block);
	give(get(10));
}

/* --------------------------------------------------------------------------------------------- */

static const struct {
	const char *name;
	void (*act)(void);
} habits[] = {
	{"nothing", works_at_the_end},
	{"environment-unmapped", environment_unmapped},
	{"environment-overwritten", environment_overwritten},
	{"folder-changed", folder_changed},
	{"descriptors-closed", descriptors_closed},
	{"output-closed", output_closed},
	{"stdio-closed", stdio_closed},
	{"no-files", no_files},
	{"no-growing-files", no_growing_files},
	{"little-memory", little_memory},
	{"pipe-broken", pipe_broken},
	{"pipe-full", pipe_full},
	{"thread-ended", thread_ended},
	{"handler-exits", handler_exits},
	{"vfork-works", vfork_works},
	{"fork-works", fork_works},
	{"more-rights", more_rights},
	{"library-closed", library_closed},
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof(habits) / sizeof(habits[0]); i++) {
		if (argc == 2 && !strcmp(argv[1], habits[i].name)) {
			habits[i].act();
			return 0;
		}
	}
	dprintf(STDERR_FILENO, "usage: guest HABIT\n");
	return 2;
}
