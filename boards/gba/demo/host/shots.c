/* SPDX-License-Identifier: MIT
 * Runs a ROM in mGBA's library, presses keys as a script says, and writes pictures.
 *
 *   shots ROM FOLDER <SCRIPT
 *
 * Lines of the script:
 *   N KEYS holds KEYS for N pictures: letters of ABsS<>^v (A, B, select, start, the cross), or -
 *               for none
 *   shot NAME   writes FOLDER/NAME.png, with 2 x 2 dots for a dot
 *   # ...       a comment
 * Status 2: one line says what is wrong. */
#include <mgba/core/config.h>
#include <mgba/core/core.h>
#include <mgba/core/log.h>
#include <mgba/gba/core.h>
#include <mgba-util/vfs.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH  240
#define HEIGHT 160
#define SCALE  2

static color_t picture[WIDTH * HEIGHT];

static _Noreturn void refuse(const char *what, const char *why)
{
	fprintf(stderr, "error: %s: %s\n", what, why);
	exit(2);
}

static void quiet(struct mLogger *logger, int category, enum mLogLevel level, const char *format,
		  va_list args)
{
	(void)logger, (void)category, (void)level, (void)format, (void)args;
}

static uint32_t keys_of(const char *letters)
{
	static const char order[] = "ABsS><^v";
	uint32_t keys = 0;

	for (; *letters; letters++) {
		const char *at = strchr(order, *letters);

		if (*letters == '-')
			continue;
		if (!at)
			refuse(letters, "a key is one of ABsS<>^v, or -");
		keys |= 1u << (at - order);
	}
	return keys;
}

/* Writes the picture as a PPM to Debian's pnmtopng: mGBA's package declares its own writer in no
 * header. */
static void write_picture(const char *folder, const char *name)
{
	char command[512];
	FILE *out;

	snprintf(command, sizeof(command), "pnmtopng -quiet -compression 9 >'%s/%s.png'", folder,
		 name);
	out = popen(command, "w");
	if (!out)
		refuse(name, "pnmtopng does not run");
	fprintf(out, "P6\n%d %d\n255\n", WIDTH * SCALE, HEIGHT * SCALE);
	for (int y = 0; y < HEIGHT * SCALE; y++) {
		for (int x = 0; x < WIDTH * SCALE; x++) {
			color_t dot = picture[y / SCALE * WIDTH + x / SCALE];
			unsigned char rgb[3] = {(unsigned char)dot, (unsigned char)(dot >> 8),
						(unsigned char)(dot >> 16)};

			fwrite(rgb, 1, 3, out);
		}
	}
	if (pclose(out))
		refuse(name, "the picture could not be written");
}

static struct mCore *load(const char *rom)
{
	struct mCore *core = GBACoreCreate();
	struct VFile *file = VFileOpen(rom, O_RDONLY);

	if (!file)
		refuse(rom, "no such ROM");
	core->init(core);
	mCoreInitConfig(core, NULL);
	core->setVideoBuffer(core, picture, WIDTH);
	if (!core->loadROM(core, file))
		refuse(rom, "no ROM of this console");
	core->reset(core);
	return core;
}

static void run(struct mCore *core, unsigned long pictures, uint32_t keys)
{
	core->setKeys(core, keys);
	while (pictures--)
		core->runFrame(core);
}

int main(int argc, char **argv)
{
	static struct mLogger logger = {.log = quiet};
	char line[256], word[64], letters[64];
	struct mCore *core;

	if (argc != 3)
		refuse("usage", "shots ROM FOLDER <SCRIPT");
	mLogSetDefaultLogger(&logger);
	core = load(argv[1]);
	while (fgets(line, sizeof(line), stdin)) {
		int words;

		line[strcspn(line, "\n")] = 0;
		words = sscanf(line, "%63s %63s", word, letters);

		if (words < 1 || word[0] == '#')
			continue;
		if (words == 2 && !strcmp(word, "shot"))
			write_picture(argv[2], letters);
		else if (words == 2 && atol(word) > 0)
			run(core, strtoul(word, NULL, 10), keys_of(letters));
		else
			refuse(line, "`N KEYS` or `shot NAME`");
	}
	core->deinit(core);
	return 0;
}
