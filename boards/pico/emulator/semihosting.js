// SPDX-License-Identifier: MIT
// Semihosting: the requests that a program makes by `bkpt 0xab` (Arm's "Semihosting for AArch32 and
// AArch64"). As with QEMU, files are this machine's, and the time is real.
'use strict';

const fs = require('fs');

const MODES = ['r', 'r', 'r+', 'r+', 'w', 'w', 'w+', 'w+', 'a', 'a', 'a+', 'a+'];
const EXIT_APPLICATION = 0x20026;
const FAILED = 0xffffffff;

// Ends the run with a status.
class Exit extends Error {
	constructor(status) {
		super(`exit ${status}`);
		this.status = status;
	}
}

// Writes all bytes, also to a pipe that is full for the moment. Returns the number of bytes not
// written.
function writeAll(descriptor, bytes) {
	for (let done = 0; done < bytes.length; ) {
		try {
			done += fs.writeSync(descriptor, bytes, done);
		} catch (error) {
			if (error.code === 'EPIPE')
				throw new Exit(141);
			if (error.code !== 'EAGAIN')
				return bytes.length - done;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
		}
	}
	return 0;
}

class Semihosting {
	constructor(commandLine) {
		this.commandLine = commandLine;
		this.files = []; // by handle - 1: { descriptor, position }
		this.start = process.hrtime.bigint();
	}

	// memory: { read8, write8, read32, write32 }
	call(memory, operation, argument) {
		const word = (index) => memory.read32(argument + 4 * index);
		switch (operation) {
		case 0x01:
			return this.open(memory.text(word(0), word(2)), word(1));
		case 0x02:
			return this.close(word(0));
		case 0x03:
			return writeAll(1, Buffer.from([memory.read8(argument)]));
		case 0x04:
			return writeAll(1, memory.string(argument));
		case 0x05:
			return this.write(word(0), memory.bytes(word(1), word(2)));
		case 0x06:
			return this.read(memory, word(0), word(1), word(2));
		case 0x09:
			return this.terminal(word(0)) ? 1 : 0;
		case 0x0a:
			return this.seek(word(0), word(1));
		case 0x0c:
			return this.length(word(0));
		case 0x0e:
			return this.remove(memory.text(word(0), word(1)));
		case 0x10:
			return Number(this.nanoseconds() / 10000000n);
		case 0x11:
			return Math.floor(Date.now() / 1000);
		case 0x13:
			return this.error || 0;
		case 0x15:
			return this.arguments(memory, argument, word(0), word(1));
		case 0x18:
			throw new Exit(argument === EXIT_APPLICATION ? 0 : 1);
		case 0x20:
			throw new Exit(word(0) === EXIT_APPLICATION ? word(1) & 0xff : 1);
		case 0x30:
			memory.write32(argument, Number(this.nanoseconds() & 0xffffffffn));
			memory.write32(argument + 4, Number(this.nanoseconds() >> 32n));
			return 0;
		case 0x31:
			return 1000000000;
		default:
			return FAILED;
		}
	}

	nanoseconds() {
		return process.hrtime.bigint() - this.start;
	}

	attempt(action) {
		try {
			return action();
		} catch (error) {
			if (error instanceof Exit)
				throw error;
			this.error = -error.errno || 1;
			return FAILED;
		}
	}

	open(name, mode) {
		return this.attempt(() => {
			if (name === ':tt') {
				const descriptor = mode < 4 ? 0 : mode < 8 ? 1 : 2;
				return this.files.push({ descriptor, terminal: true });
			}
			const descriptor = fs.openSync(name, MODES[mode]);
			return this.files.push({ descriptor, position: 0, append: mode >= 8 });
		});
	}

	file(handle) {
		const file = this.files[handle - 1];
		if (!file)
			throw Object.assign(new Error('no such handle'), { errno: -9 });
		return file;
	}

	terminal(handle) {
		return this.files[handle - 1]?.terminal;
	}

	close(handle) {
		return this.attempt(() => {
			const file = this.file(handle);
			if (!file.terminal)
				fs.closeSync(file.descriptor);
			delete this.files[handle - 1];
			return 0;
		});
	}

	// write and read return the number of bytes that were not transferred.
	write(handle, bytes) {
		const rest = this.attempt(() => {
			const file = this.file(handle);
			if (file.terminal || file.append)
				return writeAll(file.descriptor, bytes);
			const { descriptor, position } = file;
			const done = fs.writeSync(descriptor, bytes, 0, bytes.length, position);
			file.position += done;
			return bytes.length - done;
		});
		return rest === FAILED ? bytes.length : rest;
	}

	read(memory, handle, address, count) {
		const rest = this.attempt(() => {
			const file = this.file(handle);
			const bytes = Buffer.alloc(count);
			const position = file.terminal ? null : file.position;
			const done = fs.readSync(file.descriptor, bytes, 0, count, position);
			if (!file.terminal)
				file.position += done;
			for (let i = 0; i < done; i++)
				memory.write8(address + i, bytes[i]);
			return count - done;
		});
		return rest === FAILED ? count : rest;
	}

	seek(handle, position) {
		return this.attempt(() => {
			this.file(handle).position = position;
			return 0;
		});
	}

	length(handle) {
		return this.attempt(() => fs.fstatSync(this.file(handle).descriptor).size);
	}

	remove(name) {
		return this.attempt(() => {
			fs.unlinkSync(name);
			return 0;
		});
	}

	arguments(memory, block, address, room) {
		const bytes = Buffer.from(this.commandLine + '\0');
		if (bytes.length > room)
			return FAILED;
		bytes.forEach((byte, i) => memory.write8(address + i, byte));
		memory.write32(block + 4, bytes.length - 1);
		return 0;
	}
}

module.exports = { Semihosting, Exit, writeAll };
