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
