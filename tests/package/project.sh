# SPDX-License-Identifier: MIT
# tests/package/project.sh: what the tests of packages share. Sourced from the root folder.

. tests/commands/clone.sh

# Where the pages say that Tarn is from: here a clone of this tree, with what is not committed yet.
tarn=$work/upstream
fresh_clone "$tarn"
git -C "$tarn" add -A
git -C "$tarn" -c user.name=test -c user.email=test commit -q --allow-empty -m test
git -C "$tarn" tag -f "v$(port/package/version)" >/dev/null
export GIT_CONFIG_COUNT=1 "GIT_CONFIG_KEY_0=url.$tarn.insteadOf" GIT_CONFIG_VALUE_0=https://example.com/tarn.git

complain()
{
	echo "FAIL $*"
	exit 1
}

# quiet COMMAND...: shows what it prints only if it fails
quiet()
{
	"$@" >"$work/log" 2>&1 || {
		tail -30 "$work/log"
		complain "$*"
	}
}

# project NAME KIND [WAY]: a stranger's project of tests/package/KIND in $work/NAME, edited for that way
project()
{
	project=$work/$1
	cp -r "tests/package/$2" "$project"
	cp tests/adapters/stranger/main.c tests/adapters/stranger/main.cc tests/adapters/stranger/startup.c \
		tests/adapters/stranger/chip.ld "$project"
	[ -z "$3" ] || edit "$3"
}

# edit WAY: the project has the commands and the edits of WAY in port/README.md behind it
edit()
{
	for part in $(tests/package/way "$1"); do
		tests/package/way "$1" "$part" >"$work/block"
		if [ "$part" = commands ]; then
			(cd "$project" && quiet sh -e "$work/block") || exit 1
		else
			cat "$work/block" >>"$project/$part"
		fi
	done
}

# prints ELF LINE: in the emulator it prints that and exits with 0, and it has one heap
prints()
{
	output=$(timeout 60 qemu-system-arm -M mps2-an386 -nographic -monitor none -serial none \
		-semihosting-config enable=on,target=native -kernel "$1" 2>&1) || complain "$1: status $?: $output"
	echo "$output" | grep -q "$2" || complain "$1: no line \"$2\": $output"
	quiet port/one-heap "$1"
}

# refuses TEXT COMMAND...: it fails, and one of its lines begins with TEXT
refuses()
{
	text=$1
	shift
	! "$@" >"$work/log" 2>&1 || complain "$*: is accepted"
	sed 's/^ *//' "$work/log" | grep -q "^$text" || complain "$*: does not say \"$text\": $(cat "$work/log")"
}
