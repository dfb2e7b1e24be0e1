// SPDX-License-Identifier: MIT
// The wire at UART0: what the program writes goes to standard output, what comes on standard input to the program.
'use strict';

const fs = require('fs');

const { Exit, writeAll } = require('./semihosting.js');
const { Stopped } = require('./core.js');

const RX = 1;

// What a program on a board writes last (port/board/cortex-m/uart_console.c).
const EXIT_LINE = /^\[exit (\d{3})\]\r?\n$/;

class Console {
	constructor(interactive) {
		this.pending = [];
		this.line = '';
		this.typed = [];
		if (interactive)
			this.input = fs.openSync('/dev/stdin', fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
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

	// Now and then: a question has no line's end. And what was typed, as fast as it is taken. On a desk the line is
	// open when nothing is plugged in, and what comes then is noise, unless the pin is pulled up.
	poll({ uart: [uart], gpio }) {
		if (this.input === undefined)
			return;
		this.flush();
		if (uart.enabled && !gpio[RX].pullupEnabled)
			throw new Stopped('UART0 is enabled, and its input at GP1 is not pulled up');
		if (this.typed.length === 0)
			this.read();
		while (uart.enabled && this.typed.length && !uart.rxFIFO.full)
			uart.feedByte(this.typed.shift());
	}

	read() {
		const bytes = Buffer.alloc(256);
		try {
			this.typed.push(...bytes.subarray(0, fs.readSync(this.input, bytes)));
		} catch (error) {
			if (error.code !== 'EAGAIN')
				throw error;
		}
	}
}

module.exports = { Console };
