/* SPDX-License-Identifier: MIT
 * A user's firmware. It is older than Tarn, and does not know how Tarn is built. */
#define _POSIX_C_SOURCE 200809L /* strdup */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tarn.h"
#include "tarn_object.h"

struct reading {
	int sensor;
	int value;
};
TARN_OBJECT_POOL(readings, struct reading, 20, TARN_OBJECT_REFUSE);

static char *early;

__attribute__((constructor)) static void before_main(void)
{
	early = strdup("constructed");
}

static void print(void *stream, const char *text, size_t length)
{
	fwrite(text, 1, length, stream);
}

/* A typed pool, whose calls are inline, the lock included. */
static int readings_come_and_go(void)
{
	struct reading *taken[20];
	int refused;

	for (int i = 0; i < 20; i++)
		taken[i] = readings_get(&readings);
	refused = readings_get(&readings) == NULL;
	for (int i = 0; i < 20; i++)
		readings_put(&readings, taken[i]);
	return refused && !readings_in_use(&readings, taken[0]);
}

int main(void)
{
	char *list[8];

	for (int i = 0; i < 8; i++)
		list[i] = malloc((size_t)(10 << i));
	for (int i = 0; i < 8; i++) {
		if (!tarn_is_live(&tarn_default, list[i]))
			return 1;
		free(list[i]);
	}
	if (!readings_come_and_go())
		return 1;
	printf("%s: %d of our bytes, 1/3 is %.3f\n", early,
	       (int)tarn_usable_size(&tarn_default, early), 1 / 3.0);
	tarn_report(&tarn_default, print, stdout);
	free(early);
	return 0;
}
