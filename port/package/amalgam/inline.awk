# SPDX-License-Identifier: MIT
# awk -v path=FOLDERS -v given=LISTS -v told=LIST -v name=NAME -f inline.awk FILE...
#
# Joins files into one, NAME: FILE..., with each of the project's headers once, in the place of its
# first #include "...". #include <...> and #include MACRO stay as they are.
#
#   path   folders that are searched for a header, after that of the file that includes it
#   given  lists of other joined files: NAME includes such a file for a header that is in it
#   told   where to write the list of NAME: a line "header name" for each header in it
#
# Each .c file was a translation unit. So:
#   - a macro of a .c file ends with it
#   - a static name of a .c file that an earlier file also has gets the file's name as a prefix
#   - a .c file that includes other .c files compiles them again, with macros of its own. Headers
#     that use these macros are written again, too, without types. All static names get that file's
#     name as a suffix.

function folder_of(file)
{
	return match(file, /.*\//) ? substr(file, 1, RLENGTH) : ""
}

function base_of(file)
{
	sub(/.*\//, "", file)
	sub(/\..*/, "", file)
	return file
}

function is_file(file,    line, got)
{
	got = (getline line <file) > 0
	close(file)
	return got
}

# The shortest spelling: a/../b is b.
function plain(file)
{
	while (sub(/[^\/.]+\/\.\.\//, "", file))
		;
	return file
}

function find(header, from,    count, folders, i)
{
	if (is_file(folder_of(from) header))
		return plain(folder_of(from) header)
	count = split(path, folders, " ")
	for (i = 1; i <= count; i++)
		if (is_file(folders[i] "/" header))
			return plain(folders[i] "/" header)
	print "error: port/package/amalgam: " from " includes " header \
		", which is in none of: " path >"/dev/stderr"
	exit failed = 1
}

# The file of the project that a line includes, or "".
function included(line)
{
	if (line !~ /^[ \t]*#[ \t]*include[ \t]*"/)
		return ""
	gsub(/^[^"]*"|".*$/, "", line)
	return line
}

# The name that a line at file scope defines or declares, or "".
function defined(line)
{
	if (line !~ /^[A-Za-z_]/)
		return ""
	gsub(/__attribute__\(\(.*\)\) /, "", line)
	sub(/ [{}]$|^extern "C".*/, "", line)
	if (line ~ /^(struct|union|enum) [a-z_0-9]+$/)
		return substr(line, index(line, " ") + 1)
	if (!sub(/[][(=;].*/, "", line) || line !~ / /)
		return ""
	sub(/ *$/, "", line)
	sub(/.*[ *]/, "", line)
	return line
}

function linkage(line)
{
	return line ~ /^static/ ? "static" : line ~ /^[A-Z]/ ? "either" : "extern"
}

# names FILE INTO: the names at file scope. INTO[name] is "static", "extern", or "either" if a macro
# decides.
function names(file, into,    line, name)
{
	while ((getline line <file) > 0) {
		name = defined(line)
		if (name != "" && into[name] != "static")
			into[name] = linkage(line)
	}
	close(file)
}

function macros(file, into,    line, parts)
{
	while ((getline line <file) > 0)
		if (line ~ /^#[ \t]*define /) {
			split(line, parts, /[ \t(]+/)
			into[parts[2]] = 1
		}
	close(file)
}

# renamed LINE: with the names of `rename` replaced, except in strings, in comments and of fields.
function renamed(line,    out, word, before)
{
	if (!renaming)
		return line
	for (out = ""; line != ""; line = substr(line, length(word) + 1)) {
		if (commented) {
			word = match(line, /\*\//) ? substr(line, 1, RSTART + 1) : line
			commented = word !~ /\*\/$/
		} else if (match(line, /^"([^"\\]|\\.)*"/) || match(line, /^'([^'\\]|\\.)*'/)) {
			word = substr(line, 1, RLENGTH)
		} else if (line ~ /^\/\*/) {
			word = "/*"
			commented = 1
		} else if (match(line, /^[A-Za-z_0-9]+/)) {
			word = substr(line, 1, RLENGTH)
			before = out
			if (word in rename && before !~ /(\.|->)$/) {
				out = out rename[word]
				continue
			}
		} else {
			word = substr(line, 1, 1)
		}
		out = out word
	}
	return out
}

# When a header is written again, its types are left out: they are defined already.
function put(line)
{
	if (anew && line ~ /^(struct|enum) [a-z_0-9]+ {$/)
		typed = 1
	if (typed) {
		typed = line !~ /^};$/
		return
	}
	if (line !~ /^#define _[A-Z]+(_C)?_SOURCE/)
		text[++lines] = renamed(line)
	else if (!(line in feature)) {
		feature[line] = 1
		split(line, parts, " ")
		head = head "#ifndef " parts[2] "\n" line "\n#endif\n"
	}
}

# A header between #if and #endif may be needed again elsewhere: it does not count as written.
function inline(file, conditional,    line, depth, guard, header)
{
	names(file, known)
	if (!conditional)
		seen[file] = 1
	while ((getline line <file) > 0) {
		if (line ~ /^[ \t]*#[ \t]*if/)
			depth++
		if (line ~ /^[ \t]*#[ \t]*endif/)
			depth--
		if (line ~ /^#ifndef [A-Z_]*_H(PP)?$/ && depth == 1)
			guard = 1
		header = included(line)
		if (header == "") {
			put(line)
			continue
		}
		header = find(header, file)
		if (header in holder)
			include(holder[header], conditional || depth > guard)
		else if (header ~ /\.c$/)
			source(header, conditional || depth)
		else if (!(header in seen))
			inline(header, conditional || depth > guard)
	}
	close(file)
	if (!conditional)
		order[++count] = file
}

function include(file, conditional)
{
	if (file in asked || file == name)
		return
	if (!conditional)
		asked[file] = 1
	put("#include \"" file "\"")
}

function clear(array,    key)
{
	for (key in array)
		delete array[key]
}

function undefine(file,    own, macro)
{
	macros(file, own)
	for (macro in own)
		if (macro !~ /_SOURCE$/)
			put("#undef " macro)
}

# A .c file, with its static names renamed if they are taken.
function source(file, conditional,    own, key)
{
	if (again(file))
		return
	names(file, own)
	for (key in own)
		if (own[key] == "static" && key in known) {
			rename[key] = base_of(file) "_" key
			renaming = 1
		}
	put("\n/* ---- " file " ---- */\n")
	inline(file, conditional)
	undefine(file)
	clear(rename)
	renaming = 0
}

# Writes the .c files that this one includes once more, with its macros. False iff it includes none.
function again(file,    line, own, parts, part, all, macro, key, i)
{
	if (!has_sources(file))
		return 0
	macros(file, own)
	for (macro in own)
		for (i = 1; i <= count; i++)
			if (order[i] ~ /\.h$/ && asks(order[i], macro))
				part[++parts] = order[i]
	if (!parts)
		return 0
	put("\n/* ---- " file " ---- */\n")
	for (i = 1; i <= parts; i++)
		undefine(part[i])
	while ((getline line <file) > 0)
		if (included(line) != "")
			part[++parts] = find(included(line), file)
		else
			put(line)
	close(file)
	for (i = 1; i <= parts; i++)
		names(part[i], all)
	for (key in all)
		if (all[key] != "extern")
			rename[key] = key "_" base_of(file)
	renaming = anew = 1
	for (i = 1; i <= parts; i++)
		inline(part[i], 1)
	clear(rename)
	renaming = anew = 0
	return 1
}

function has_sources(file,    line, found)
{
	while (!found && (getline line <file) > 0)
		found = included(line) ~ /\.c$/
	close(file)
	return found
}

# Does a file use a macro?
function asks(file, macro,    line, found)
{
	while (!found && (getline line <file) > 0)
		found = (" " line " ") ~ "[^A-Za-z_]" macro "[^A-Za-z_]"
	close(file)
	return found
}

BEGIN {
	for (i = split(given, list, " "); i; i--)
		while ((getline line <list[i]) > 0) {
			split(line, parts, " ")
			holder[parts[1]] = parts[2]
		}
	for (i = 1; i < ARGC; i++)
		if (ARGV[i] ~ /\.c$/)
			source(ARGV[i], 0)
		else if (!(ARGV[i] in seen) && !(ARGV[i] in holder))
			inline(ARGV[i], 0)
	if (failed)
		exit 1
	printf "%s", head
	for (i = 1; i <= lines; i++)
		print text[i]
	for (file in seen)
		if (file ~ /\.h(pp)?$/)
			print file, name >told
}
