// SPDX-License-Identifier: MIT
// The emulator's chip, with the parts that it lacks: faults (core.js), resets, semihosting, the
// console, and the second core. This one is another core of the package, on the same memory and
// peripherals (sio.js).
'use strict';

const path = require('path');

const { coreClass, Fault, Stopped } = require('./core.js');
const { Memory } = require('./memory.js');
const { Sio } = require('./sio.js');

const SEMIHOSTING = 0xab;
const BKPT = 0xbe;
const PSM_PROC1 = 1 << 16;
const SLICE = 100000; // instructions between two polls of the wire

// ---- Registers ----

// They tell facts of the chip (RP2040 data sheet: 2.22 SYSINFO, 2.6.3 XIP). PLATFORM says neither
// ASIC nor FPGA, so that a program can tell that it runs in an emulator; the package has the chip's
// value. XIP_CTRL says that flash has a cache, as after reset. The emulator does not model its
// time.
const SYSINFO = 0x40000;
const XIP = 0x14000;
const PLATFORM = 4;
const XIP_CTRL_RESET = 3; // enabled; a bad write is an error

function stateFacts(rp2040) {
	const sysinfo = rp2040.peripherals[SYSINFO];
	const { readUint32 } = Object.getPrototypeOf(sysinfo);

	sysinfo.readUint32 = (offset) =>
		offset === PLATFORM ? 0 : readUint32.call(sysinfo, offset);
	rp2040.peripherals[XIP] = { readUint32: () => XIP_CTRL_RESET, writeUint32Atomic() {} };
}

// The resets of peripherals (2.14). In the package, every reset is done at once. On the chip, it is
// done when the peripheral is released and its clock runs. The clock of the UARTs and the SPIs is
// clk_peri, which does not run until it is enabled.
const RESET_DONE = 0x8;
const ON_CLK_PERI = (3 << 22) | (3 << 16);
const PATIENCE = 100000; // reads that wait for a reset which cannot end

function watchResets(rp2040) {
	const resets = rp2040.peripherals[0x4000c];
	const { readUint32 } = Object.getPrototypeOf(resets);
	let looks = 0;

	resets.readUint32 = (offset) => {
		const value = readUint32.call(resets, offset);
		if (offset !== RESET_DONE)
			return value;
		const released = value & ~resets.reset;
		const standing = rp2040.clocks.periFreq ? 0 : released & ON_CLK_PERI;
		looks = standing ? looks + 1 : 0;
		if (looks > PATIENCE) {
			throw new Stopped('a UART or an SPI is waited for in vain: ' +
				'clk_peri is not enabled');
		}
		return released & ~standing;
	};
}

// ---- The chip ----

// The emulator logs an access that faults on the chip, and an access to a register that it does not
// have. Such a register reads as ones and ignores writes.
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

class Chip {
	// wire: { output(byte), input(): a byte or undefined, poll() }; semihosting may be null.
	constructor(packageFolder, wire, semihosting) {
		const from = (name) => require(path.resolve(packageFolder, 'dist/cjs', name));
		const rp2040 = new (from('rp2040.js').RP2040)();
		this.Core = coreClass(from('cortex-m0-core.js').CortexM0Core);
		this.Ppb = from('peripherals/ppb.js').RPPPB;
		this.rp2040 = rp2040;
		this.semihosting = semihosting;
		this.wire = wire;
		this.skew = 1;
		rp2040.logger = new Log();
		rp2040.core = new this.Core(rp2040, 0);
		rp2040.onBreak = (code) => this.onBreak(this.cores[0], code);
		rp2040.uart[0].onByte = (byte) => wire.output(byte);
		this.cores = [rp2040.core];
		this.sio = new Sio(this);
		rp2040.sio = this.sio.view(0);
		watchResets(rp2040);
		stateFacts(rp2040);
		const psm = rp2040.peripherals[0x40010];
		psm.writeUint32 = (offset, value) => this.power(psm, offset, value);
		// An interrupt goes to both cores, and each has a mask of its own.
		rp2040.setInterrupt = (line, value) =>
			this.cores.forEach((core) => core.setInterrupt(line, value));
	}

	// A write that switches core 1 off puts it back into the boot ROM (RP2040 data sheet,
	// 2.13).
	power(psm, offset, value) {
		Object.getPrototypeOf(psm).writeUint32.call(psm, offset, value);
		if (psm.frceOff & PSM_PROC1) {
			this.cores.length = 1;
			this.sio.resetCore1();
		}
	}

	// Both cores see the same chip, except for the parts that each core has of its own.
	launch(vectors, stack, entry) {
		const view = Object.create(this.rp2040);
		view.core = new this.Core(view, 1);
		view.ppb = new this.Ppb(view, 'PPB');
		view.sio = this.sio.view(1);
		view.onBreak = (code) => this.onBreak(view.core, code);
		view.core.VTOR = vectors;
		view.core.SP = stack;
		view.core.PC = entry & ~1;
		this.cores[1] = view.core;
	}

	// A breakpoint, or an undefined instruction.
	onBreak(core, code) {
		const at = core.PC - 2;
		const { registers } = core;
		const isBkpt = core.readUint16(at) >> 8 === BKPT;
		if (!this.semihosting || code !== SEMIHOSTING || !isBkpt) {
			const where = `0x${at.toString(16)}`;
			throw new Fault(`breakpoint or undefined instruction at ${where}`);
		}
		const memory = new Memory(core);
		registers[0] = this.semihosting.call(memory, registers[0], registers[1]);
	}

	// Ends by an exception: of semihosting, of the console, or because nothing can happen any
	// more.
	run() {
		for (;;) {
			this.wire.poll(this.rp2040);
			this.runSome(SLICE);
		}
	}

	runSome(count) {
		if (this.cores.length === 1)
			this.runOne(count);
		else
			this.runBoth(count);
	}

	runOne(count) {
		const core = this.cores[0];
		const { clock } = this.rp2040;
		for (let i = 0; i < count && this.cores.length === 1; i++) {
			if (core.waiting)
				this.wait();
			else
				clock.tick((core.step() * 1e9) / this.rp2040.clkSys);
		}
	}

	// The cores run in turns of a few cycles. Their number changes all the time, so that in
	// time the cores meet at every instruction.
	runBoth(count) {
		const [first, second] = this.cores;
		const { clock } = this.rp2040;
		for (let i = 0; i < count; ) {
			if (first.waiting && second.waiting) {
				this.wait();
				i++;
				continue;
			}
			const turn = this.turn();
			this.runFor(first, turn);
			this.runFor(second, turn);
			clock.tick((turn * 1e9) / this.rp2040.clkSys);
			i += turn;
		}
	}

	runFor(core, cycles) {
		core.ahead -= cycles;
		while (core.ahead < 0)
			core.ahead = core.waiting ? 0 : core.ahead + core.step();
	}

	// 1 to 16, by xorshift: the same numbers in each run.
	turn() {
		this.skew ^= this.skew << 13;
		this.skew ^= this.skew >>> 17;
		this.skew ^= this.skew << 5;
		return (this.skew & 15) + 1;
	}

	// No core runs: advances the clock to the next event.
	wait() {
		const { clock } = this.rp2040;
		if (!clock.nextAlarm)
			throw new Stopped('the cores wait, and nothing is going to happen');
		clock.tick(clock.nanosToNextAlarm);
	}
}

module.exports = { Chip };
