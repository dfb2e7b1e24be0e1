# SPDX-License-Identifier: MIT
# Part of `run`: builds the programs, finds the libraries, draws the operations. Each line of
# $work/list has name, config and library.
boards/bootstrap gcc valgrind xz
work=$out/host
mkdir -p "$work"
program="make -s -f boards/program.mk PROGRAM=tests/bench/host BOARD=host HARDEN=1"
$program
cp "$($program path)" "$work/bench"

# library NAME: prints the file of a shared library of this machine
library() {
	PATH=$PATH:/sbin:/usr/sbin ldconfig -p | awk -v name="$1" '$1 == name { print $NF; exit }'
}

# who LIBRARY: prints the file that malloc comes from with LIBRARY preloaded
who() {
	realpath "$(LD_PRELOAD=$1 "$work/bench" do=who)"
}

# add NAME CONFIG LIBRARY: adds a line to $work/list, if malloc comes from this library
add() {
	if [ -n "$3" ] && [ "$(who "$3")" != "$(realpath "$3")" ]; then
		echo "error: $1: with $3 preloaded, malloc comes from $(who "$3")"
		exit 1
	fi
	printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$work/list"
}

: >"$work/list"
while read -r name package file; do
	case " glibc ${ALLOCATORS:-$(echo $names)} " in *" $name "*) ;; *) continue ;; esac
	if [ "$file" = - ]; then
		add "$name" - ''
		continue
	fi
	[ -n "$(library "$file")" ] || boards/bootstrap "$package" </dev/null
	if [ -z "$(library "$file")" ]; then
		echo "error: $name: package $package has no $file for this machine"
		exit 1
	fi
	add "$name" - "$(library "$file")"
done <<END
$(sed '/^#/d' "$list")
END
for level in $levels; do
	lib=$(make -s -f boards/program.mk PROGRAM= BOARD=host HARDEN=$level lib | head -n 1)
	cp "${lib%.a}.so" "$work/libtarn-h$level.so"
	add tarn h$level "$(tests/port/hostlib/preloadable "$work/libtarn-h$level.so")"
done

for load in $loads; do
	"$work/bench" write=$load arena=$arena >"$work/$load.ops"
done
for load in fresh churned; do
	"$work/bench" write=$load arena=$arena >"$work/$load.ops"
	"$work/bench" write=$load arena=$large draws=2000000 >"$work/$load-large.ops"
done
for trace in $traces; do
	xz -dc "tests/traces/$trace.rep.xz" | "$work/bench" write=trace >"$work/$trace.ops"
done
