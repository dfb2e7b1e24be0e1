# SPDX-License-Identifier: MIT
# Sourced by the tests of commands, from the root folder.
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES GNUMAKEFLAGS TARN_MAKE
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
failed=0

note()
{
	echo "FAIL $*"
	failed=1
}

# fresh_clone FOLDER: clones this tree, with changes that are not committed yet
fresh_clone()
{
	git clone -q --no-hardlinks . "$1" && git diff --binary HEAD >"$work/diff" || exit 1
	[ ! -s "$work/diff" ] || git -C "$1" apply "$work/diff" || exit 1
}
