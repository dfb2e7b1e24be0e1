// SPDX-License-Identifier: MIT
// The lamp at GP25, as the user of a board sees it.
'use strict';

const LAMP = 25;
const HIGH = 1; // GPIOPinState
// A blinking lamp changes every 125 ms. A winking one goes off once a second
// (boards/chip/cortex-m/uart_console.c).
const LOOK_NANOS = 1100e6;
const SLICE = 10000;

class Lamp {
	constructor(chip) {
		this.chip = chip;
		this.pin = chip.rp2040.gpio[LAMP];
		this.times = 0; // how often it went on
		this.pin.addListener((state) => (this.times += state === HIGH));
	}

	// running: the program runs on after its last line, and drives the lamp.
	report(running) {
		const before = this.times;
		const { clock } = this.chip.rp2040;
		const until = clock.nanos + LOOK_NANOS;
		while (running && clock.nanos < until)
			this.chip.runSome(SLICE);
		const on = this.times - before;
		const still = this.pin.value === HIGH ? 'on' : 'off';
		const state = on > 2 ? 'blinking' : on > 0 ? 'winking' : still;
		return `lamp: on ${before} times, at the end ${state}\n`;
	}
}

module.exports = { Lamp };
