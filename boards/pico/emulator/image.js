// SPDX-License-Identifier: MIT
// Loads an image into flash: the loadable segments of an ELF, or the blocks of a UF2 file.
'use strict';

const fs = require('fs');

const FLASH = 0x10000000;
const FLASH_BYTES = 2 * 1024 * 1024;
const FAMILY = 0xe48bff56;

class ImageError extends Error {}

function fail(name, what) {
	throw new ImageError(`${name}: ${what}`);
}

function place(flash, name, address, bytes) {
	if (address < FLASH || address + bytes.length > FLASH + FLASH_BYTES)
		fail(name, `0x${address.toString(16)} is not in the 2 MB of flash`);
	flash.set(bytes, address - FLASH);
}

function loadElf(flash, name, file) {
	if (file.length < 52 || file[4] !== 1 || file[5] !== 1 || file.readUInt16LE(18) !== 40)
		fail(name, 'not an ELF file of 32-bit Arm');
	const table = file.readUInt32LE(28);
	const size = file.readUInt16LE(42);
	const count = file.readUInt16LE(44);
	for (let i = 0; i < count; i++) {
		const at = table + i * size;
		if (at + 32 > file.length)
			fail(name, 'cut off');
		const offset = file.readUInt32LE(at + 4);
		const address = file.readUInt32LE(at + 12);
		const bytes = file.readUInt32LE(at + 16);
		if (file.readUInt32LE(at) !== 1 || bytes === 0)
			continue;
		if (offset + bytes > file.length)
			fail(name, 'cut off');
		place(flash, name, address, file.subarray(offset, offset + bytes));
	}
}

// Judges the file as the boot ROM's drive does. It ignores blocks of another family. All blocks of
// the RP2040's family must be there, in order, and fill whole sectors of 4 KB.
function loadUf2(flash, name, file) {
	let blocks = 0;
	if (file.length % 512 !== 0)
		fail(name, 'not a whole number of UF2 blocks');
	for (let at = 0; at < file.length; at += 512) {
		const word = (offset) => file.readUInt32LE(at + offset);
		if (word(0) !== 0x0a324655 || word(4) !== 0x9e5d5157 || word(508) !== 0x0ab16f30)
			fail(name, `block ${at / 512} is not a UF2 block`);
		if ((word(8) & 0x2000) === 0 || word(28) !== FAMILY)
			continue;
		if (word(16) !== 256 || word(12) % 256 !== 0)
			fail(name, `block ${at / 512} is not 256 bytes at a multiple of 256`);
		if (word(20) !== blocks || word(24) * 512 !== file.length)
			fail(name, `block ${at / 512} says that it is ${word(20)} of ${word(24)}`);
		if (word(12) !== FLASH + blocks * 256)
			fail(name, `block ${at / 512} is for 0x${word(12).toString(16)}: a gap`);
		place(flash, name, word(12), file.subarray(at + 32, at + 288));
		blocks++;
	}
	if (blocks === 0 || blocks % 16 !== 0)
		fail(name, `${blocks} blocks for an RP2040: not a whole number of sectors`);
}

function load(flash, name) {
	let file;
	try {
		file = fs.readFileSync(name);
	} catch (error) {
		fail(name, 'cannot be read');
	}
	if (file.length >= 4 && file.readUInt32BE(0) === 0x7f454c46)
		loadElf(flash, name, file);
	else if (file.length >= 512 && file.readUInt32LE(0) === 0x0a324655)
		loadUf2(flash, name, file);
	else
		fail(name, 'neither an ELF nor a UF2 file');
}

module.exports = { load, ImageError };
