# SPDX-License-Identifier: MIT
# What the scripts that measure on boards share; sourced from the root folder.

refuse()
{
	echo "error: $*" >&2
	exit 2
}

# The boards that instructions are counted on (all run their core at 25 MHz), and the RAM that each
# has besides the program's: sets extra to its address and extra_bytes to its size.
extra_ram()
{
	extra_bytes=0x1000000
	case $1 in
	mps2-an385 | mps2-an386) extra=0x21000000 ;;
	mps2-an500) extra=0x60000000 ;;
	*) refuse "BOARD=$1: instructions are counted on mps2-an385, mps2-an386, mps2-an500" ;;
	esac
}

# What the tables of a board are called.
tables_of()
{
	echo "$1${CORE:+-$CORE}${TABLE:+-$(basename "$TABLE" .c)}"
}

# The recorded programs, on one line.
all_traces()
{
	find tests/traces -name '*.rep.xz' | sed 's|.*/||; s|\.rep\.xz$||' | sort | tr '\n' ' '
}

known_traces()
{
	for trace; do
		[ -f "tests/traces/$trace.rep.xz" ] || refuse "TRACES: $trace: there are $(all_traces)"
	done
}

# What is measured: the ALLOCATORS and the PEER; where neither is named, Tarn and the libcs.
measured()
{
	if [ -n "$ALLOCATORS$PEER" ]; then
		echo "$ALLOCATORS $PEER"
	else
		echo tarn newlib nano picolibc
	fi
}

# An adapter that builds what lies in a folder of the user's.
known_peer()
{
	[ -n "$PEER$PEER_SRC" ] || return 0
	case $PEER in
	*[!A-Za-z0-9_./+-]*) refuse "PEER=$PEER: letters, digits and _./+- only" ;;
	*.mk) [ -f "$PEER" ] || refuse "PEER=$PEER: no such file" ;;
	*) refuse "PEER=$PEER: the path of an adapter's .mk (tests/bench/README.md)" ;;
	esac
	case $PEER_SRC in
	*[!A-Za-z0-9_./+-]*) refuse "PEER_SRC=$PEER_SRC: letters, digits and _./+- only" ;;
	'') refuse "PEER_SRC=: the folder with the source that PEER=$PEER builds" ;;
	esac
	[ -d "$PEER_SRC" ] || refuse "PEER_SRC=$PEER_SRC: no such folder"
	make -s -f boards/program.mk PROGRAM=tests/bench BOARD="$1" ALLOCATOR="$PEER" path >/dev/null || exit 2
}

# Each is the name of an adapter or the path of one's .mk.
known_allocators()
{
	[ $# -gt 0 ] || refuse "ALLOCATORS: none"
	for allocator; do
		case $allocator in
		*.mk) [ -f "$allocator" ] && continue ;;
		adapter | */*) ;;
		*) [ -f "tests/bench/adapters/$allocator.mk" ] && continue ;;
		esac
		refuse "ALLOCATORS: $allocator: there are $(basename -s .mk tests/bench/adapters/[!a]*.mk |
			tr '\n' ' ')and paths that end in .mk"
	done
}
