// SPDX-License-Identifier: MIT
// A core of the emulator, with the faults of a Cortex-M0+: an access to no memory, an unaligned
// access and an undefined instruction are a HardFault. A fault in the HardFault's handler is a
// lockup, and ends the run. For speed, a core tries SRAM and flash first.
'use strict';

const HARDFAULT = 3;
const SRAM = 0x20000000;
const FLASH = 0x10000000;

// An instruction that throws this faults.
class Fault extends Error {}

// The core is locked up, or waits for something that never comes.
class Stopped extends Error {}

function coreClass(CortexM0Core) {
	return class Core extends CortexM0Core {
		constructor(chip, number) {
			super(chip);
			this.number = number;
			this.sram16 = new Uint16Array(chip.sram.buffer);
			this.sram32 = new Uint32Array(chip.sram.buffer);
			this.flash16 = new Uint16Array(chip.flash.buffer);
			this.flash32 = new Uint32Array(chip.flash.buffer);
			this.ahead = 0; // cycles that it ran past the end of its turn
		}

		readUint32(address) {
			address = address >>> 0;
			if (address & 3)
				throw new Fault(`read of 4 bytes at 0x${address.toString(16)}`);
			const offset = address - SRAM;
			if (offset >= 0 && offset < this.rp2040.sram.length)
				return this.sram32[offset >>> 2];
			if (address >>> 24 === 0x10)
				return this.flash32[(address - FLASH) >>> 2];
			return this.rp2040.readUint32(address);
		}

		readUint16(address) {
			address = address >>> 0;
			if (address & 1)
				throw new Fault(`read of 2 bytes at 0x${address.toString(16)}`);
			if (address >>> 24 === 0x10)
				return this.flash16[(address - FLASH) >>> 1];
			const offset = address - SRAM;
			if (offset >= 0 && offset < this.rp2040.sram.length)
				return this.sram16[offset >>> 1];
			return this.rp2040.readUint16(address);
		}

		readUint8(address) {
			return this.rp2040.readUint8(address >>> 0);
		}

		// A write to the window of flash has no effect. In the first of its four mirrors it
		// is no fault (RP2040 data sheet, 2.6.3.2, CTRL_ERR_BADWRITE).
		lost(address) {
			if (address >>> 28 !== 1 || address >>> 24 === 0x18)
				return false;
			if (address >>> 24 !== 0x10)
				throw new Fault(`write at 0x${address.toString(16)}`);
			return true;
		}

		writeUint32(address, value) {
			address = address >>> 0;
			if (address & 3)
				throw new Fault(`write of 4 bytes at 0x${address.toString(16)}`);
			const offset = address - SRAM;
			if (offset >= 0 && offset < this.rp2040.sram.length)
				this.sram32[offset >>> 2] = value;
			else if (!this.lost(address))
				this.rp2040.writeUint32(address, value);
		}

		writeUint16(address, value) {
			address = address >>> 0;
			if (address & 1)
				throw new Fault(`write of 2 bytes at 0x${address.toString(16)}`);
			if (!this.lost(address))
				this.rp2040.writeUint16(address, value);
		}

		writeUint8(address, value) {
			address = address >>> 0;
			if (!this.lost(address))
				this.rp2040.writeUint8(address, value);
		}

		// One instruction; returns its cycles.
		step() {
			const at = this.PC;
			try {
				return this.executeInstruction();
			} catch (error) {
				if (!(error instanceof Fault))
					throw error;
				return this.hardFault(error.message, at);
			}
		}

		// If the stack cannot be written, the frame is lost and the handler runs, as in
		// QEMU. (Data sheets differ.)
		hardFault(message, at) {
			if (this.IPSR === HARDFAULT) {
				const where = `${message}, pc 0x${at.toString(16)}`;
				throw new Stopped(`core ${this.number} is locked up: ${where}`);
			}
			this.PC = at;
			const write = this.writeUint32;
			this.writeUint32 = (address, value) => {
				try {
					write.call(this, address, value);
				} catch (error) {
					if (!(error instanceof Fault))
						throw error;
				}
			};
			this.exceptionEntry(HARDFAULT);
			delete this.writeUint32;
			this.waiting = false;
			return 20;
		}
	};
}

module.exports = { coreClass, Fault, Stopped };
