// SPDX-License-Identifier: MIT
// boards/pico/emulator/main.js PACKAGE IMAGE ARGS...: run an image for a Raspberry Pi Pico by the npm package
// rp2040js, whose folder is PACKAGE.
//
// The program's console, which is UART0 or semihosting's ":tt", is standard output. It ends by semihosting, with
// its own status; else with 124 where nothing can happen any more (both cores wait or are locked up), with
// 125 where it cannot be run, each time with a line on standard error.
'use strict';

const { Chip } = require('./chip.js');
const { load, ImageError } = require('./image.js');
const { Semihosting, Exit, writeAll } = require('./semihosting.js');
const { Stopped } = require('./core.js');
const { boot, BootError } = require('./boot.js');

const STATUS_STOPPED = 124;
const STATUS_CANNOT = 125;

function run(packageFolder, image, words) {
	const name = image.replace(/.*\//, '').replace(/\.(elf|uf2)$/, '');
	const chip = new Chip(packageFolder, new Semihosting([name, ...words].join(' ')));
	load(chip.flash, image);
	boot(chip);
	chip.run();
}

function end(error) {
	if (error instanceof Exit)
		return error.status;
	if (error instanceof Stopped) {
		writeAll(2, Buffer.from(`emulator: ${error.message}\n`));
		return STATUS_STOPPED;
	}
	if (error instanceof ImageError || error instanceof BootError) {
		writeAll(2, Buffer.from(`error: ${error.message}\n`));
		return STATUS_CANNOT;
	}
	throw error;
}

const [packageFolder, image, ...words] = process.argv.slice(2);
if (!image) {
	writeAll(2, Buffer.from('error: an ELF or a UF2 file, and the arguments of the program\n'));
	process.exit(STATUS_CANNOT);
}
try {
	run(packageFolder, image, words);
} catch (error) {
	process.exitCode = end(error);
}
