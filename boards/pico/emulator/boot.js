// SPDX-License-Identifier: MIT
// The chip's boot ROM is Raspberry Pi's, and neither in the package nor here. What follows does what it does with
// a flash that holds a program (RP2040 data sheet, 2.8.1): the first 256 bytes are copied to the end of SRAM 5,
// their checksum is tested, and they are run there, with a stack below and a return address of 0.
'use strict';

const BOOT2 = 0x20041f00;
const BOOT2_BYTES = 252;

class BootError extends Error {}

function crc(bytes) {
	let value = 0xffffffff;
	for (const byte of bytes) {
		value ^= byte << 24;
		for (let bit = 0; bit < 8; bit++)
			value = (value << 1) ^ (value < 0 ? 0x04c11db7 : 0);
	}
	return value >>> 0;
}

function boot(chip) {
	const boot2 = chip.flash.subarray(0, BOOT2_BYTES);
	const expected = chip.readUint32(0x10000000 + BOOT2_BYTES);
	if (crc(boot2) !== expected)
		throw new BootError('the checksum of the boot code is wrong: the boot ROM would wait for a UF2 file');
	chip.sram.set(chip.flash.subarray(0, BOOT2_BYTES + 4), BOOT2 - 0x20000000);
	chip.core.SP = BOOT2;
	chip.core.LR = 0;
	chip.core.PC = BOOT2;
}

module.exports = { boot, BootError };
