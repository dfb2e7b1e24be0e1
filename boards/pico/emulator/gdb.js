// SPDX-License-Identifier: MIT
// Serves gdb at a TCP port, by the package's own server, which knows only core 0. The chip is
// stopped until gdb says `continue`.
'use strict';

const path = require('path');

const SLICE = 20000; // instructions between two looks at gdb's commands

// Calls `ended` with the error that ended the run, or with nothing if gdb ended it.
function serve(chip, packageFolder, port, ended) {
	const serverFile = path.resolve(packageFolder, 'dist/cjs/gdb/gdb-tcp-server.js');
	const { GDBTCPServer } = require(serverFile);
	const { rp2040 } = chip;
	const semihosting = rp2040.onBreak;
	let stopped = () => {};

	// The server takes all breakpoints. Those of semihosting go to semihosting.
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
	server.processGDBMessage = (message) =>
		message === 'k' ? ended() : processGDBMessage.call(server, message);
}

module.exports = { serve };
