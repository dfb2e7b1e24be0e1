// SPDX-License-Identifier: MIT
// Does what the chip's boot ROM does with a program in flash (RP2040 data sheet, 2.8.1). It copies
// the first 256 bytes to the end of SRAM 5, tests their checksum, and runs them there, with a stack
// below them and a return address of 0. The boot ROM itself is Raspberry Pi's. Neither the package
// nor this tree has it.
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
	const { core, flash, sram } = chip.rp2040;
	const boot2 = flash.subarray(0, BOOT2_BYTES);
	const expected = chip.rp2040.readUint32(0x10000000 + BOOT2_BYTES);
	if (crc(boot2) !== expected) {
		throw new BootError('the checksum of the boot code is wrong: ' +
			'the boot ROM would wait for a UF2 file');
	}
	sram.set(flash.subarray(0, BOOT2_BYTES + 4), BOOT2 - 0x20000000);
	core.SP = BOOT2;
	core.LR = 0;
	core.PC = BOOT2;
}

module.exports = { boot, BootError };
