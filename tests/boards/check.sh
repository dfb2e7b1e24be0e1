# SPDX-License-Identifier: MIT
# Sourced by the boards' tests, from the root folder: images, and the emulator as a board on a desk.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS
work=$(mktemp -d) || exit 1
trap 'kill $emulator 2>/dev/null; rm -rf "$work"' EXIT
failed=0 emulator=
program=(make -s -f boards/program.mk)

note()
{
	echo "FAIL $*"
	failed=1
}

# image_of BOARD NAME=VALUE...: builds what is flashed; its path in $image
image_of()
{
	image=$("${program[@]}" BOARD="$1" "${@:2}" image) || note "$*: not built"
}

# board_with IMAGE: the emulator with that and no debugger; its serial line in $line
board_with()
{
	local run

	run=$(boards/fact "$board" RUN)
	if [[ $run != qemu-* ]]; then
		boards/bootstrap socat || exit 1
		rm -f "$work/line"
		socat PTY,link="$work/line",rawer,wait-slave EXEC:"$run --uart $1",pipes >"$work/socat" 2>&1 &
		emulator=$! line=$work/line
		until [ -e "$line" ] || ! kill -0 $emulator; do sleep 0.1; done
		return
	fi
	rm -f "$work/qemu"
	$run -nographic -monitor none -serial pty \
		-device loader,file="$1" >"$work/qemu" 2>&1 &
	emulator=$!
	until line=$(grep -o '/dev/[^ ]*' "$work/qemu" 2>/dev/null) || ! kill -0 $emulator; do sleep 0.1; done
}

board_off()
{
	kill $emulator 2>/dev/null
	wait $emulator 2>/dev/null
	emulator=
}
