# SPDX-License-Identifier: MIT
# tests/port/package/project.sh: functions of the tests of packages. Sourced from the root folder.

. tests/repo/commands/copy.sh

# The pages fetch Tarn from an address. Here git takes a repository with this tree's files for it.
tarn=$work/upstream
fresh_copy "$tarn"
git init -q "$tarn"
git -C "$tarn" add -A
git -C "$tarn" -c user.name=test -c user.email=test commit -q --allow-empty -m test
git -C "$tarn" tag -f "v$(port/package/version)" >/dev/null
export GIT_CONFIG_COUNT=1 "GIT_CONFIG_KEY_0=url.$tarn.insteadOf"
export GIT_CONFIG_VALUE_0=https://example.com/tarn.git

complain()
{
	echo "FAIL $*"
	exit 1
}

# quiet COMMAND...: shows the command's output only if it fails
quiet()
{
	"$@" >"$work/log" 2>&1 || {
		tail -30 "$work/log"
		complain "$*"
	}
}

# project NAME KIND [WAY]: copies a stranger's project, tests/port/package/KIND, to $work/NAME, and
# applies the edits of WAY
project()
{
	project=$work/$1
	cp -r "tests/port/package/$2" "$project"
	for file in main.c main.cc startup.c chip.ld; do
		cp "tests/port/adapters/stranger/$file" "$project"
	done
	[ -z "$3" ] || edit "$3"
}

# edit WAY: runs the commands of WAY in port/ways.md, and applies its edits
edit()
{
	for part in $(tests/port/package/way "$1"); do
		tests/port/package/way "$1" "$part" >"$work/block"
		if [ "$part" = commands ]; then
			(cd "$project" && quiet sh -e "$work/block") || exit 1
		else
			cat "$work/block" >>"$project/$part"
		fi
	done
}

# prints ELF LINE: in the emulator the program prints LINE and exits with 0; it has one heap
prints()
{
	output=$(timeout 60 qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none \
		-semihosting-config enable=on,target=native -kernel "$1" 2>&1) ||
		complain "$1: status $?: $output"
	echo "$output" | grep -q "$2" || complain "$1: no line \"$2\": $output"
	quiet port/malloc/one-heap "$1"
}

# refuses TEXT COMMAND...: the command fails, and one of its lines begins with TEXT
refuses()
{
	text=$1
	shift
	! "$@" >"$work/log" 2>&1 || complain "$*: succeeds, and must fail: \"$text\""
	sed 's/^ *//' "$work/log" | grep -q "^$text" ||
		complain "$*: does not print \"$text\": $(cat "$work/log")"
}
