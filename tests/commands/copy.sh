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

# fresh_copy FOLDER: copies this tree's files, as an archive of it would have them
fresh_copy()
{
	mkdir -p "$1" && port/package/files -z | tar --null -T - -cf - | tar -C "$1" -xf - || exit 1
}
