// SPDX-License-Identifier: MIT
// Blocks in reset (RP2040 data sheet, 2.14): in the emulator all are done at once. On the chip one is done when it is
// let go and its clock runs; the UARTs' and the SPIs' is clk_peri, which stands still until it is enabled.
'use strict';

const { Stopped } = require('./core.js');

const RESET_DONE = 0x8;
const ON_CLK_PERI = (3 << 22) | (3 << 16);
const PATIENCE = 100000; // looks at what cannot come

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
		if (looks > PATIENCE)
			throw new Stopped('a UART or an SPI is waited for in vain: clk_peri is not enabled');
		return released & ~standing;
	};
}

module.exports = { watchResets };
