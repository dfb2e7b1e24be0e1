# SPDX-License-Identifier: MIT
# Functions of the scripts that measure on boards. They source this file from the root folder.

refuse()
{
	echo "error: $*" >&2
	exit 2
}

# extra_ram <board>: sets extra and extra_bytes to the address and size of the board's RAM besides
# the program's. Only boards with a ruler are known. The Cortex-M run at 25 MHz.
extra_ram()
{
	extra_bytes=0x1000000
	case $1 in
	mps2-an385 | mps2-an386) extra=0x21000000 ;;
	mps2-an500) extra=0x60000000 ;;
	riscv32-virt)
		extra=0
		[ "$ALLOCATORS $SHORT ${TRACES-all}" = 'tarn 2 ' ] ||
			refuse "BOARD=$1: only with ALLOCATORS=tarn SHORT=2 TRACES="
		;;
	*) refuse "BOARD=$1: cannot count instructions; mps2-an385, mps2-an386, mps2-an500 can" ;;
	esac
}

# tables_of <board>: prints the name of its tables
tables_of()
{
	echo "$1${CORE:+-$CORE}${TABLE:+-$(basename "$TABLE" .c)}$OPT"
}

# all_traces: prints the names of the recorded programs on one line
all_traces()
{
	find tests/traces -name '*.rep.xz' | sed 's|.*/||; s|\.rep\.xz$||' | sort | tr '\n' ' '
}

known_traces()
{
	for trace; do
		[ -f "tests/traces/$trace.rep.xz" ] ||
			refuse "TRACES: $trace: no such trace; there are $(all_traces)"
	done
}

# measured: prints ALLOCATORS and PEER, or Tarn and the libcs if neither is set
measured()
{
	if [ -n "$ALLOCATORS$PEER" ]; then
		echo "$ALLOCATORS $PEER"
	else
		echo tarn newlib nano picolibc
	fi
}

# known_peer <board>: verifies PEER and PEER_SRC, and that the adapter builds
known_peer()
{
	[ -n "$PEER$PEER_SRC" ] || return 0
	case $PEER in
	*[!A-Za-z0-9_./+-]*) refuse "PEER=$PEER: only letters, digits and _./+- are allowed" ;;
	*.mk) [ -f "$PEER" ] || refuse "PEER=$PEER: no such file" ;;
	*) refuse "PEER=$PEER: must be the path of an adapter's .mk (tests/bench/README.md)" ;;
	esac
	case $PEER_SRC in
	*[!A-Za-z0-9_./+-]*)
		refuse "PEER_SRC=$PEER_SRC: only letters, digits and _./+- are allowed"
		;;
	'') refuse "PEER_SRC is not set: the folder with the source that PEER=$PEER builds" ;;
	esac
	[ -d "$PEER_SRC" ] || refuse "PEER_SRC=$PEER_SRC: no such folder"
	make -s -f boards/program.mk PROGRAM=tests/bench BOARD="$1" ALLOCATOR="$PEER" path \
		>/dev/null || exit 2
}

# known_allocators <allocator>...: each must be the name of an adapter, or the path of a .mk
known_allocators()
{
	[ $# -gt 0 ] || refuse "ALLOCATORS: is empty"
	for allocator; do
		case $allocator in
		*.mk) [ -f "$allocator" ] && continue ;;
		adapter | */*) ;;
		*) [ -f "tests/bench/adapters/$allocator.mk" ] && continue ;;
		esac
		names=$(basename -s .mk tests/bench/adapters/[!a]*.mk | tr '\n' ' ')
		refuse "ALLOCATORS: $allocator: no such adapter; there are ${names}and paths of .mk"
	done
}
