// SPDX-License-Identifier: MIT
// Registers that tell facts of the chip (RP2040 data sheet: 2.22 SYSINFO, 2.6.3 XIP). PLATFORM says
// neither ASIC nor FPGA, so that a program can tell that it runs in an emulator; the package has
// the chip's value. XIP_CTRL says that flash has a cache, as after reset. The emulator does not
// model its time.
'use strict';

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

module.exports = { stateFacts };
