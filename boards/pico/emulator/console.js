// SPDX-License-Identifier: MIT
// The wire at UART0: the program's output goes to standard output, and standard input to the
// program.
'use strict';

const fs = require('fs');

const { Exit, writeAll } = require('./semihosting.js');
const { Stopped } = require('./core.js');

const RX = 1;

// The last line of a program on a board (boards/chip/cortex-m/uart_console.c).
const EXIT_LINE = /^\[exit (\d{3})\]\r?\n$/;

class Console {
	constructor(interactive) {
		this.pending = [];
		this.line = '';
		this.typed = [];
		if (interactive) {
			const { O_RDONLY, O_NONBLOCK } = fs.constants;
			this.input = fs.openSync('/dev/stdin', O_RDONLY | O_NONBLOCK);
		}
	}

	output(byte) {
		this.pending.push(byte);
		this.line += String.fromCharCode(byte);
		if (byte !== 10)
			return;
		this.flush();
		const exit = this.input !== undefined && EXIT_LINE.exec(this.line);
		if (exit)
			throw new Exit(Number(exit[1]));
		this.line = '';
	}

	flush() {
		if (this.pending.length)
			writeAll(1, Buffer.from(this.pending));
		this.pending = [];
	}

	// Called now and then. It flushes the output, because a question has no newline. It sends
	// the typed characters as fast as the UART takes them. And it ends a program that reads
	// noise: a line with nothing plugged in is open, and only a pull-up makes it idle.
	poll({ uart: [uart], gpio }) {
		if (this.input === undefined)
			return;
		this.flush();
		if (uart.enabled && !gpio[RX].pullupEnabled) {
			throw new Stopped('UART0 is enabled, ' +
				'and its input at GP1 is not pulled up');
		}
		if (this.typed.length === 0)
			this.read();
		while (uart.enabled && this.typed.length && !uart.rxFIFO.full)
			uart.feedByte(this.typed.shift());
	}

	read() {
		const bytes = Buffer.alloc(256);
		try {
			const count = fs.readSync(this.input, bytes);
			this.typed.push(...bytes.subarray(0, count));
		} catch (error) {
			if (error.code !== 'EAGAIN')
				throw error;
		}
	}
}

module.exports = { Console };
