// SPDX-License-Identifier: MIT
// boards/pico/emulator/main.js PACKAGE [--uart] [--locks] IMAGE ARGS...: run an image for a Raspberry Pi Pico by the
// npm package rp2040js, whose folder is PACKAGE.
//
// The program's console, which is semihosting's ":tt" and UART0, is standard output, and it ends by semihosting with
// its own status. With --uart there is no debugger: standard input and output are the wire at UART0, and the
// program ends with the line "[exit N]".
// --locks tells on standard error, at the end, how often each spinlock was taken and waited for, by core 0 and 1, and
// how often this happened with interrupts enabled.
//
// Status 71: nothing can happen any more; 2: the image cannot be run. One line on standard error says why.
'use strict';

const { Chip } = require('./chip.js');
const { load, ImageError } = require('./image.js');
const { Semihosting, Exit, writeAll } = require('./semihosting.js');
const { Console } = require('./console.js');
const { Stopped } = require('./core.js');
const { boot, BootError } = require('./boot.js');

const STATUS_STOPPED = 71;
const STATUS_CANNOT = 2;

function tell(text) {
	writeAll(2, Buffer.from(text));
}

function statusOf(error) {
	if (error instanceof Exit)
		return error.status;
	if (error instanceof Stopped) {
		tell(`emulator: ${error.message}\n`);
		return STATUS_STOPPED;
	}
	if (error instanceof ImageError || error instanceof BootError) {
		tell(`error: ${error.message}\n`);
		return STATUS_CANNOT;
	}
	throw error;
}

function run(packageFolder, options, image, words) {
	const name = image.replace(/.*\//, '').replace(/\.(elf|uf2)$/, '');
	const wire = new Console(options.has('--uart'));
	const debuggers = options.has('--uart') ? null : new Semihosting([name, ...words].join(' '));
	const chip = new Chip(packageFolder, wire, debuggers);
	let status;
	try {
		load(chip.rp2040.flash, image);
		boot(chip);
		chip.run();
	} catch (error) {
		status = statusOf(error);
	}
	wire.flush();
	if (options.has('--locks'))
		tell(chip.sio.report());
	return status;
}

function main(packageFolder, ...words) {
	const options = new Set();
	while (words.length && words[0].startsWith('--'))
		options.add(words.shift());
	const unknown = [...options].find((option) => !['--uart', '--locks'].includes(option));
	if (unknown || words.length === 0) {
		tell(`error: ${unknown || 'no image'}: [--uart] [--locks] IMAGE ARGS...\n`);
		return STATUS_CANNOT;
	}
	return run(packageFolder, options, words[0], words.slice(1));
}

process.exit(main(...process.argv.slice(2)));
