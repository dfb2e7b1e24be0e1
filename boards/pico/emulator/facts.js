// SPDX-License-Identifier: MIT
// What the chip says of itself (RP2040 data sheet: 2.22 SYSINFO, 2.6.3 XIP). PLATFORM: neither an ASIC nor an FPGA, so
// that a program may know where it runs; the emulator's own would be the chip's. XIP_CTRL: flash has a cache, as after
// reset; its time is not in the emulator.
'use strict';

const SYSINFO = 0x40000;
const XIP = 0x14000;
const PLATFORM = 4;
const XIP_CTRL_RESET = 3; // enabled; a bad write is an error

function stateFacts(rp2040) {
	const sysinfo = rp2040.peripherals[SYSINFO];
	const { readUint32 } = Object.getPrototypeOf(sysinfo);

	sysinfo.readUint32 = (offset) => (offset === PLATFORM ? 0 : readUint32.call(sysinfo, offset));
	rp2040.peripherals[XIP] = { readUint32: () => XIP_CTRL_RESET, writeUint32Atomic() {} };
}

module.exports = { stateFacts };
