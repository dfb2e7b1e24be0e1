// SPDX-License-Identifier: MIT
// gdb at a TCP port, by the package's own server, which knows core 0: the chip stands until gdb says `continue`.
'use strict';

const path = require('path');

const SLICE = 20000; // instructions between looks at what gdb says

// Ends by `ended`, with what ended the run.
function serve(chip, packageFolder, port, ended) {
	const { GDBTCPServer } = require(path.resolve(packageFolder, 'dist/cjs/gdb/gdb-tcp-server.js'));
	const { rp2040 } = chip;
	const semihosting = rp2040.onBreak;
	let stopped = () => {};

	// The server wants each breakpoint for itself.
	Object.defineProperty(rp2040, 'onBreak', {
		get: () => (code) => (code === 0xab ? semihosting(code) : stopped(code)),
		set: (handler) => {
			stopped = handler;
		},
	});

	const target = {
		rp2040,
		executing: false,
		execute() {
			target.executing = true;
			setImmediate(slice);
		},
		stop() {
			target.executing = false;
		},
	};

	function slice() {
		try {
			chip.wire.poll(rp2040);
			for (let i = 0; i < SLICE && target.executing; i++)
				chip.runSome(1);
		} catch (error) {
			ended(error);
		}
		if (target.executing)
			setImmediate(slice);
	}

	const server = new GDBTCPServer(target, port);
	const { processGDBMessage } = server;
	server.processGDBMessage = (message) => (message === 'k' ? ended() : processGDBMessage.call(server, message));
}

module.exports = { serve };
