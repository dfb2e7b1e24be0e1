# SPDX-License-Identifier: MIT
# awk -v path=FOLDERS -v given=FILE -v told=FILE -f inline.awk FILE...
#
# Prints the files with the project's own headers in the place of their #include "...", each once.
# Those that stand in the list `given` are left out: another header has them. The list of all that
# was printed is added to `told`. #include <...> and #include MACRO stay as they are. A .c file that
# another one includes is printed each time: it is a template.

function folder_of(file)
{
	return match(file, /.*\//) ? substr(file, 1, RLENGTH) : ""
}

function is_file(file,    line, got)
{
	got = (getline line <file)
	close(file)
	return got > 0
}

# The shortest spelling: a/../b is b.
function plain(file)
{
	while (sub(/[^\/]+\/\.\.\//, "", file))
		;
	return file
}

function find(name, from,    count, folders, i)
{
	if (is_file(folder_of(from) name))
		return plain(folder_of(from) name)
	count = split(path, folders, " ")
	for (i = 1; i <= count; i++)
		if (is_file(folders[i] "/" name))
			return plain(folders[i] "/" name)
	print "inline.awk: " from ": there is no " name " in: " path >"/dev/stderr"
	exit failed = 1
}

# What is included between #if and #endif may be needed again elsewhere: it is not counted as seen.
function inline(file, conditional,    line, depth, guard, name, header)
{
	if (!conditional)
		seen[file] = 1
	while ((getline line <file) > 0) {
		if (line ~ /^[ \t]*#[ \t]*if/)
			depth++
		if (line ~ /^[ \t]*#[ \t]*endif/)
			depth--
		if (line ~ /^#ifndef [A-Z_]*_HP*_*$/ && depth == 1)
			guard = 1
		if (line !~ /^[ \t]*#[ \t]*include[ \t]*"/) {
			print line
			continue
		}
		name = line
		gsub(/^[^"]*"|".*$/, "", name)
		header = find(name, file)
		if (header !~ /\.c$/ && header in seen)
			continue
		inline(header, conditional || depth > guard)
	}
	close(file)
}

BEGIN {
	while (given != "" && (getline line <given) > 0)
		seen[line] = 1
	for (i = 1; i < ARGC; i++)
		if (!(ARGV[i] in seen))
			inline(ARGV[i], 0)
	if (!failed)
		for (file in seen)
			print file >told
	exit failed
}
