// SPDX-License-Identifier: MIT
// The resets of peripherals (RP2040 data sheet, 2.14). In the package, every reset is done at once.
// On the chip, it is done when the peripheral is released and its clock runs. The clock of the
// UARTs and the SPIs is clk_peri, which does not run until it is enabled.
'use strict';

const { Stopped } = require('./core.js');

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

module.exports = { watchResets };
