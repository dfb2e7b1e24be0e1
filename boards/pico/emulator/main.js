// SPDX-License-Identifier: MIT
// boards/pico/emulator/main.js PACKAGE [--uart] [--locks] [--lamp] IMAGE ARGS...: runs an image for
// a Raspberry Pi Pico in the npm package rp2040js, whose folder is PACKAGE.
//
// The program's console, semihosting's ":tt" and UART0, is standard output. The program ends by
// semihosting, and its status is the status.
// --uart: there is no debugger. Standard input and output are the wire at UART0, and the program
// ends with the line "[exit N]".
// --locks: prints on standard error, at the end, how often each spinlock was taken and waited for,
// by core 0 and by core 1, and how often this happened with interrupts enabled.
// --lamp: prints on standard error how often the lamp went on while the program ran, and whether it
// is on, off, blinking or winking at the end. Without a debugger, the end is the first 1.1 s after
// the last line.
//
// Status 71: nothing can happen any more. Status 2: the image cannot be run. One line on standard
// error says why.
'use strict';

const { Chip } = require('./chip.js');
const { load, ImageError } = require('./image.js');
const { Semihosting, Exit, writeAll } = require('./semihosting.js');
const { Console } = require('./console.js');
const { Stopped } = require('./core.js');
const { serve } = require('./gdb.js');
const { boot, BootError } = require('./boot.js');
const { Lamp } = require('./lamp.js');

const OPTIONS = ['--uart', '--locks', '--lamp'];
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

function chipFor(packageFolder, options, image, words) {
	const name = image.replace(/.*\//, '').replace(/\.(elf|uf2)$/, '');
	const uart = options.has('--uart');
	const semihosting = uart ? null : new Semihosting([name, ...words].join(' '));
	const chip = new Chip(packageFolder, new Console(uart), semihosting);
	load(chip.rp2040.flash, image);
	boot(chip);
	return chip;
}

// make gdb adds the words that QEMU takes: -gdb tcp::PORT -S.
function gdbPort(words) {
	const [option, where, standing] = words.slice(-3);
	if (option !== '-gdb' || standing !== '-S')
		return undefined;
	words.splice(-3);
	return Number(where.replace(/^tcp::/, ''));
}

function run(packageFolder, options, image, words) {
	const port = gdbPort(words);
	let chip;
	let lamp;
	const end = (error) => {
		const status = error ? statusOf(error) : 0;
		const running = options.has('--uart') && error instanceof Exit;
		if (chip) {
			chip.wire.flush();
			tell(lamp ? lamp.report(running) : '');
			tell(options.has('--locks') ? chip.sio.report() : '');
		}
		process.exit(status);
	};
	try {
		chip = chipFor(packageFolder, options, image, words);
		lamp = options.has('--lamp') && new Lamp(chip);
		if (port)
			serve(chip, packageFolder, port, end);
		else
			chip.run();
	} catch (error) {
		end(error);
	}
}

function main(packageFolder, ...words) {
	const options = new Set();
	while (words.length && words[0].startsWith('--'))
		options.add(words.shift());
	const unknown = [...options].find((option) => !OPTIONS.includes(option));
	if (unknown || words.length === 0) {
		const usage = OPTIONS.map((option) => `[${option}]`).join(' ');
		tell(`error: ${unknown || 'no image'}: ${usage} IMAGE ARGS...\n`);
		process.exit(STATUS_CANNOT);
	}
	run(packageFolder, options, words[0], words.slice(1));
}

main(...process.argv.slice(2));
