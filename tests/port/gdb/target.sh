# SPDX-License-Identifier: MIT
# Functions of the checks of tests/port/gdb. Sourced from the root folder.
#
# program     the make command of the program: an array, set by `build`
# work        a folder of the caller, removed at its end
# failed      1 after note()

failed=0
mkdir -p build/gdb
work=$(mktemp -d build/gdb/XXXXXX) || exit 1
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$work"' EXIT

note()
{
	echo "FAIL $*"
	failed=1
}

# build PROGRAM BOARD [NAME=value...]: builds the program, and sets elf, board and program
build()
{
	program=(make -s -f boards/build/program.mk PROGRAM="$1" BOARD="$2" "${@:3}")
	board=$2
	boards/build/bootstrap gdb-multiarch && "${program[@]}" && elf=$("${program[@]}" path)
}

# debug ARGS GDB'S WORDS...: runs gdb, without a terminal, on the program that `build` made, which
# stands at its first instruction. The program's output goes to $work/said
debug()
{
	local command
	command=$("${program[@]}" ARGS="$1" command) || return
	shift
	: >"$work/said"
	if [ "$board" = host ]; then
		on_elf -ex "starti ${command#* } >$work/said 2>&1" "$@"
		return
	fi
	rm -f "$work/stub"
	sh -c "exec $command -gdb unix:$work/stub,server=on,wait=off -S" >"$work/said" 2>&1 \
		</dev/null &
	until [ -S "$work/stub" ] || ! kill -0 $! 2>/dev/null; do sleep 0.05; done
	on_elf -ex "target remote $work/stub" "$@"
	kill $! 2>/dev/null
	wait $! 2>/dev/null
}

# on_elf GDB'S WORDS...: runs gdb on the ELF only, with Tarn's commands
on_elf()
{
	SAID=$work/said WORK=$work "${gdb:-gdb-multiarch}" -q -batch -nx -ex 'set language c' \
		-ex 'set confirm off' -ex 'set debuginfod enabled off' \
		-ex 'source port/tool/gdb/tarn.py' "$@" ${elf:+"$elf"} </dev/null
}
