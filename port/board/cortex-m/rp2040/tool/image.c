/* SPDX-License-Identifier: MIT
 * image: makes a linked program ready for an RP2040. It runs on the machine that builds.
 *
 *   image checksum ELF   writes the CRC of its boot code into the ELF
 *   image uf2 ELF UF2    writes the flash of the ELF as a UF2 file. The user copies it onto the
 *                        drive that a Pico is while its button is held
 *
 * The boot code is the first 252 bytes of flash. Their CRC follows (RP2040 data sheet, 2.8.1.3.1).
 * A UF2 file consists of blocks of 512 bytes, each with 256 bytes of the image (its specification,
 * and the data sheet, 2.8.4.2). The file has whole sectors of 4 KB, from the first byte of flash,
 * without a gap. The boot ROM erases by the number of a block, and not by its address (data sheet,
 * erratum RP2040-E14).
 *
 * The status is 0, or 1 with a line that says what is wrong. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FLASH_START 0x10000000u
#define FLASH_BYTES 0x200000u
#define SECTOR      4096u
#define BOOT_BYTES  252u

#define UF2_PAYLOAD 256u
#define UF2_FAMILY  0x2000u /* flag: the block names the family */
#define UF2_RP2040  0xE48BFF56u

#define ELF_MACHINE_ARM 40
#define ELF_LOAD        1u

struct file {
	const char *name;
	uint8_t *bytes;
	size_t size;
};

static _Noreturn void die(const char *name, const char *what)
{
	fprintf(stderr, "error: %s: %s\n", name, what);
	exit(1);
}

static uint32_t get(const uint8_t *at, int bytes)
{
	uint32_t value = 0;

	for (int i = 0; i < bytes; i++)
		value |= (uint32_t)at[i] << 8 * i;
	return value;
}

static void put(uint8_t *at, uint32_t value)
{
	for (int i = 0; i < 4; i++)
		at[i] = (uint8_t)(value >> 8 * i);
}

static struct file read_file(const char *name)
{
	struct file file = {.name = name};
	FILE *stream = fopen(name, "rb");
	long size = -1;

	if (stream && !fseek(stream, 0, SEEK_END))
		size = ftell(stream);
	if (size < 0)
		die(name, "cannot be read");
	rewind(stream);
	file.size = (size_t)size;
	file.bytes = malloc(file.size + 1);
	if (!file.bytes || fread(file.bytes, 1, file.size, stream) != file.size)
		die(name, "cannot be read");
	fclose(stream);
	return file;
}

static void write_file(const char *name, const uint8_t *bytes, size_t size)
{
	FILE *stream = fopen(name, "wb");

	if (!stream || fwrite(bytes, 1, size, stream) != size || fclose(stream))
		die(name, "cannot be written");
}

/* ---- The ELF -------------------------------------------------------------------------------- */

struct segment {
	uint32_t offset, address, bytes; /* `offset` in the file, `address` in flash */
};

static uint32_t segments_of(const struct file *elf)
{
	if (elf->size < 52 || memcmp(elf->bytes, "\177ELF\1\1", 6) != 0 ||
	    get(elf->bytes + 18, 2) != ELF_MACHINE_ARM)
		die(elf->name, "not an ELF file of 32-bit Arm");
	return get(elf->bytes + 44, 2);
}

/* Reads program header `index`. False: the segment is not loaded into flash. */
static int segment_of(const struct file *elf, uint32_t index, struct segment *segment)
{
	size_t at = get(elf->bytes + 28, 4) + (size_t)index * get(elf->bytes + 42, 2);
	const uint8_t *header = elf->bytes + at;

	if (at + 32 > elf->size)
		die(elf->name, "the file is truncated");
	segment->offset = get(header + 4, 4);
	segment->address = get(header + 12, 4);
	segment->bytes = get(header + 16, 4);
	if (get(header, 4) != ELF_LOAD || !segment->bytes)
		return 0;
	if ((size_t)segment->offset + segment->bytes > elf->size)
		die(elf->name, "the file is truncated");
	if (segment->address < FLASH_START || segment->bytes > FLASH_BYTES ||
	    segment->address - FLASH_START > FLASH_BYTES - segment->bytes)
		die(elf->name, "a segment is not in the 2 MB of flash");
	return 1;
}

/* ---- checksum ------------------------------------------------------------------------------- */

/* CRC-32 with the unreflected polynomial. Neither input nor output is inverted; it starts with all
 * ones. */
static uint32_t crc(const uint8_t *bytes, size_t size)
{
	uint32_t value = 0xFFFFFFFF;

	for (size_t i = 0; i < size; i++) {
		value ^= (uint32_t)bytes[i] << 24;
		for (int bit = 0; bit < 8; bit++)
			value = value << 1 ^ (value >> 31 ? 0x04C11DB7u : 0);
	}
	return value;
}

static void checksum(const char *name)
{
	struct file elf = read_file(name);
	struct segment segment;

	for (uint32_t i = 0; i < segments_of(&elf); i++) {
		if (!segment_of(&elf, i, &segment) || segment.address != FLASH_START ||
		    segment.bytes < BOOT_BYTES + 4)
			continue;
		uint8_t *boot = elf.bytes + segment.offset;

		put(boot + BOOT_BYTES, crc(boot, BOOT_BYTES));
		write_file(name, elf.bytes, elf.size);
		return;
	}
	die(name, "the start of flash does not hold 256 bytes of boot code");
}

/* ---- uf2 ------------------------------------------------------------------------------------ */

static uint8_t flash[FLASH_BYTES];

/* Copies the segments. Returns how many bytes of flash they use, in whole sectors. */
static uint32_t fill_flash(const struct file *elf)
{
	uint32_t end = 0;
	struct segment segment;

	for (uint32_t i = 0; i < segments_of(elf); i++) {
		if (!segment_of(elf, i, &segment))
			continue;
		uint32_t at = segment.address - FLASH_START;

		memcpy(flash + at, elf->bytes + segment.offset, segment.bytes);
		if (at + segment.bytes > end)
			end = at + segment.bytes;
	}
	if (crc(flash, BOOT_BYTES) != get(flash + BOOT_BYTES, 4))
		die(elf->name, "the checksum of its boot code is wrong; type image checksum ELF");
	return (end + SECTOR - 1) / SECTOR * SECTOR;
}

static void uf2(const char *from, const char *to)
{
	struct file elf = read_file(from);
	uint32_t blocks = fill_flash(&elf) / UF2_PAYLOAD;
	uint8_t *out;

	if (!blocks)
		die(from, "no segment is in flash");
	out = calloc(blocks, 512);
	if (!out)
		die(to, "not enough memory to make it");
	for (uint32_t i = 0; i < blocks; i++) {
		uint8_t *block = out + (size_t)i * 512;
		const uint32_t head[8] = {
			0x0A324655,  0x9E5D5157, UF2_FAMILY, FLASH_START + i * UF2_PAYLOAD,
			UF2_PAYLOAD, i,          blocks,     UF2_RP2040};

		for (int word = 0; word < 8; word++)
			put(block + 4 * word, head[word]);
		memcpy(block + 32, flash + i * UF2_PAYLOAD, UF2_PAYLOAD);
		put(block + 508, 0x0AB16F30);
	}
	write_file(to, out, (size_t)blocks * 512);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "checksum"))
		checksum(argv[2]);
	else if (argc == 4 && !strcmp(argv[1], "uf2"))
		uf2(argv[2], argv[3]);
	else
		die("image", "checksum ELF, or uf2 ELF UF2");
	return 0;
}
