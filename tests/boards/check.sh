# SPDX-License-Identifier: MIT
# Sourced by the tests of boards and of tests/pool/preempt, from the root folder: builds images, and
# runs the emulator as a board with a serial line.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS
work=$(mktemp -d) || exit 1
trap 'kill $emulator 2>/dev/null; rm -rf "$work"' EXIT
failed=0 emulator=
program=(make -s -f boards/build/program.mk)

note()
{
	echo "FAIL $*"
	failed=1
}

# refused PATTERN COMMAND...: the command fails, and one line, which make does not write, says why
refused()
{
	"${@:2}" >"$work/out" 2>&1 </dev/null
	[[ $? != 0 && $(grep -vc '^make' "$work/out") == 1 ]] && grep -qe "$1" "$work/out" ||
		note "${*:2}: not \"$1\": $(cat "$work/out")"
}

# image_of BOARD NAME=VALUE...: builds the image to flash; its path is in $image
image_of()
{
	image=$("${program[@]}" BOARD="$1" "${@:2}" image) || note "$*: not built"
}

# board_with IMAGE: the emulator with this image and no debugger; its serial line is $line. The
# emulator starts when a program opens the line: what a board says before that is lost.
board_with()
{
	local run

	boards/build/bootstrap socat || exit 1
	run=$(boards/build/fact "$board" RUN)
	case $run in
	qemu-*) run+=" -nographic -monitor none -serial stdio -device loader,file=$1" ;;
	*) run+=" --uart $1" ;;
	esac
	printf '#!/bin/sh\nexec setpriv --pdeathsig TERM %s\n' "$run" >"$work/board"
	chmod +x "$work/board"
	rm -f "$work/line"
	socat PTY,link="$work/line",rawer,wait-slave EXEC:"$work/board",pipes >"$work/socat" 2>&1 &
	emulator=$! line=$work/line
	until [ -e "$line" ] || ! kill -0 $emulator; do sleep 0.1; done
}

board_off()
{
	kill $emulator 2>/dev/null
	wait $emulator 2>/dev/null
	emulator=
}
