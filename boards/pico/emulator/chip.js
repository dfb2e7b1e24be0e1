// SPDX-License-Identifier: MIT
// The emulator's chip, with faults, semihosting and the console.
'use strict';

const path = require('path');

const { coreClass, Fault, Stopped } = require('./core.js');
const { writeAll } = require('./semihosting.js');

const SEMIHOSTING = 0xab;
const BKPT = 0xbe;

// The emulator tells its log of what a chip answers with a fault, and of registers that it does not have,
// which are left out silently.
class Log {
	warn(component, message) {
		if (component === 'RP2040' || component === 'CortexM0Core')
			throw new Fault(message);
	}

	error(component, message) {
		throw new Fault(message);
	}

	info() {}

	debug() {}
}

// The view that semihosting has of memory.
class Memory {
	constructor(core) {
		this.core = core;
	}

	read8(address) {
		return this.core.readUint8(address);
	}

	write8(address, value) {
		this.core.writeUint8(address, value);
	}

	read32(address) {
		return this.core.readUint32(address);
	}

	write32(address, value) {
		this.core.writeUint32(address, value);
	}

	bytes(address, count) {
		const bytes = Buffer.alloc(count);
		for (let i = 0; i < count; i++)
			bytes[i] = this.read8(address + i);
		return bytes;
	}

	text(address, count) {
		return this.bytes(address, count).toString();
	}

	string(address) {
		let count = 0;
		while (this.read8(address + count) !== 0)
			count++;
		return this.bytes(address, count);
	}
}

class Chip {
	constructor(packageFolder, semihosting) {
		const from = (name) => require(path.resolve(packageFolder, 'dist/cjs', name));
		const { RP2040 } = from('rp2040.js');
		const Core = coreClass(from('cortex-m0-core.js').CortexM0Core);
		this.rp2040 = new RP2040();
		this.rp2040.logger = new Log();
		this.core = this.rp2040.core = new Core(this.rp2040, 0);
		this.memory = new Memory(this.core);
		this.rp2040.onBreak = (code) => this.onBreak(this.core, code);
		this.rp2040.uart[0].onByte = (byte) => this.console(byte);
		this.semihosting = semihosting;
		this.line = [];
	}

	get flash() {
		return this.rp2040.flash;
	}

	get sram() {
		return this.rp2040.sram;
	}

	readUint32(address) {
		return this.rp2040.readUint32(address);
	}

	// A breakpoint, or an undefined instruction.
	onBreak(core, code) {
		const at = core.PC - 2;
		if (code !== SEMIHOSTING || core.readUint16(at) >> 8 !== BKPT)
			throw new Fault(`breakpoint or undefined instruction at 0x${at.toString(16)}`);
		this.flushConsole();
		core.registers[0] = this.semihosting.call(this.memory, core.registers[0], core.registers[1]);
	}

	console(byte) {
		this.line.push(byte);
		if (byte === 10 || this.line.length >= 256)
			this.flushConsole();
	}

	flushConsole() {
		if (this.line.length)
			writeAll(1, Buffer.from(this.line));
		this.line = [];
	}

	run() {
		const { core, rp2040 } = this;
		const { clock } = rp2040;
		try {
			for (;;) {
				if (core.waiting)
					this.wait();
				else
					clock.tick(core.step() * (1e9 / rp2040.clkSys));
			}
		} finally {
			this.flushConsole();
		}
	}

	// Nothing runs: on to what happens next.
	wait() {
		const { clock } = this.rp2040;
		if (!clock.nextAlarm)
			throw new Stopped('core 0 waits, and nothing is going to happen');
		clock.tick(clock.nanosToNextAlarm);
	}
}

module.exports = { Chip };
