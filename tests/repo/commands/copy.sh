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

# with_sources FOLDER: the copy has what was fetched here; nothing is fetched in a step
with_sources()
{
	mkdir -p "$1/build"
	[ ! -d build/cache ] || cp -r build/cache "$1/build" || exit 1
}
