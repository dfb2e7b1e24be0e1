// SPDX-License-Identifier: MIT
// The parts of the SIO that the package lacks because it has one core (RP2040 data sheet, 2.3.1).
// They are the number of each core, the FIFOs between the cores, and the boot ROM, which waits at a
// FIFO for the entry of core 1 (2.8.2). Sio also watches the spinlocks: it counts who takes them
// and who waits, and ends a run that waits for ever.
'use strict';

const { Stopped } = require('./core.js');

const CPUID = 0x000;
const FIFO_ST = 0x050;
const FIFO_WR = 0x054;
const FIFO_RD = 0x058;
const SPINLOCK_FIRST = 0x100;
const SPINLOCK_LAST = 0x17c;

const FIFO_DEPTH = 8;
const ST_VALID = 1;
const ST_READY = 2;
const ST_WRITTEN_FULL = 4;
const ST_READ_EMPTY = 8;

const PATIENCE = 1000000; // reads in a row of a spinlock that is held

class Sio {
	constructor(chip) {
		this.chip = chip;
		this.shared = chip.rp2040.sio;
		this.fifos = [0, 1].map(() => ({ words: [], errors: 0 })); // by the core that reads
		this.locks = new Map();
		this.resetCore1();
	}

	resetCore1() {
		this.words = []; // the words of its entry that have come
		this.launched = false;
	}

	// The SIO as core `number` sees it.
	view(number) {
		const view = Object.create(this.shared);
		view.readUint32 = (offset) => this.read(number, offset);
		view.writeUint32 = (offset, value) => this.write(number, offset, value);
		return view;
	}

	read(number, offset) {
		const mine = this.fifos[number];
		const theirs = this.fifos[1 - number];
		if (offset >= SPINLOCK_FIRST && offset <= SPINLOCK_LAST)
			return this.take(number, offset);
		switch (offset) {
		case CPUID:
			return number;
		case FIFO_ST: {
			const valid = mine.words.length ? ST_VALID : 0;
			const ready = theirs.words.length < FIFO_DEPTH ? ST_READY : 0;
			return valid | ready | mine.errors;
		}
		case FIFO_RD:
			if (mine.words.length)
				return mine.words.shift();
			mine.errors |= ST_READ_EMPTY;
			return 0;
		default:
			return this.shared.readUint32(offset);
		}
	}

	write(number, offset, value) {
		if (offset >= SPINLOCK_FIRST && offset <= SPINLOCK_LAST)
			this.release(number, offset);
		if (offset === FIFO_ST)
			this.fifos[number].errors = 0;
		else if (offset === FIFO_WR)
			this.send(number, value >>> 0);
		else
			this.shared.writeUint32(offset, value);
	}

	send(number, value) {
		const theirs = this.fifos[1 - number];
		if (number === 0 && !this.launched)
			this.bootCore1(value);
		else if (theirs.words.length < FIFO_DEPTH)
			theirs.words.push(value);
		else
			this.fifos[number].errors |= ST_WRITTEN_FULL;
	}

	// The boot ROM on core 1 waits for the words 0, 0, 1, vectors, stack, entry. It sends each
	// word back, and starts again after a wrong one.
	bootCore1(value) {
		const expected = [0, 0, 1][this.words.length];
		if (expected !== undefined && value !== expected)
			this.words = value === 0 ? [0] : [];
		else
			this.words.push(value);
		this.fifos[0].words.push(value);
		if (this.words.length === 6) {
			this.launched = true;
			this.chip.launch(...this.words.slice(3));
		}
	}

	// ---- Spinlocks ------------------------------------------------------------------------

	lock(offset) {
		const number = (offset - SPINLOCK_FIRST) / 4;
		if (!this.locks.has(number)) {
			const counts = { taken: [0, 0], waits: [0, 0], unmasked: 0 };
			this.locks.set(number, { number, owner: -1, refused: 0, ...counts });
		}
		return this.locks.get(number);
	}

	take(number, offset) {
		const lock = this.lock(offset);
		const value = this.shared.readUint32(offset);
		if (value !== 0) {
			lock.taken[number]++;
			lock.unmasked += this.chip.cores[number].PM ? 0 : 1;
			lock.owner = number;
			lock.refused = 0;
		} else {
			lock.waits[number]++;
			lock.refused++;
			if (lock.refused > PATIENCE)
				this.deadlock(number, lock);
		}
		return value;
	}

	release(number, offset) {
		const lock = this.lock(offset);
		if (lock.owner >= 0)
			lock.unmasked += this.chip.cores[number].PM ? 0 : 1;
		lock.owner = -1;
		lock.refused = 0;
	}

	deadlock(number, lock) {
		const holder = lock.owner === number
			? 'it holds itself' : `core ${lock.owner} holds`;
		throw new Stopped(`core ${number} waits in vain for spinlock ${lock.number}, ` +
			`which ${holder}`);
	}

	// One line for each lock that was used.
	report() {
		return [...this.locks.values()].map(({ number, taken, waits, unmasked }) =>
			`emulator: spinlock ${number}: taken ${taken.join(' ')} ` +
			`waits ${waits.join(' ')} unmasked ${unmasked}\n`).join('');
	}
}

module.exports = { Sio };
