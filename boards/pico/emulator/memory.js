// SPDX-License-Identifier: MIT
// Memory as a core sees it, with the accesses that semihosting needs.
'use strict';

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

module.exports = { Memory };
