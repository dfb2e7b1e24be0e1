# SPDX-License-Identifier: MIT
# Sourced by tests/soak/run and bisect: writes the log, and reads it (README.md here).

log_schema=2

# refuse REASON...: ends with status 2, and one line that says why
refuse()
{
	echo "error: $*"
	exit 2
}

# ---- Writing -------------------------------------------------------------------------------

# log_text TEXT: prints a text as part of a JSON string
log_text()
{
	local text=${1//\\/\\\\}
	text=${text//\"/\\\"}
	printf %s "${text//[[:cntrl:]]/ }"
}

# log_begin FILE: opens it to append, and locks it
log_begin()
{
	mkdir -p "$(dirname "$1")" 2>/dev/null
	{ exec 4>>"$1"; } 2>/dev/null || refuse "LOG=$1: cannot be written"
	! command -v flock >/dev/null || flock -n 4 || refuse "LOG=$1: another run is writing it"
}

# log_record MEMBERS: writes a record with the time. False: it could not be written.
log_record()
{
	{ printf '{"at":%(%s)T,%s}\n' -1 "$1" >&4; } 2>/dev/null
}

# log_guest_line LINE: writes a record that the guest printed
log_guest_line()
{
	{ printf '{"at":%(%s)T,%s\n' -1 "${1#\{}" >&4; } 2>/dev/null
}

# log_default NAME: sets $file, where a log goes without LOG=. An older log moves to $moved.
log_default()
{
	file=build/soak/log/$1.jsonl moved=
	[ -e "$file" ] || return 0
	! command -v flock >/dev/null || flock -n "$file" true ||
		refuse "LOG=$file: another run is writing it (LOG= names another file)"
	moved=build/soak/log/old/$1-$(date -r "$file" +%Y%m%d-%H%M%S)-$$.jsonl
	mkdir -p build/soak/log/old 2>/dev/null && mv "$file" "$moved" 2>/dev/null ||
		refuse "LOG=$file: exists, and cannot be moved to build/soak/log/old"
}

# There was no run: removes $file, and restores the older log.
log_forget()
{
	rm -f "$file"
	[ -z "$moved" ] || mv "$moved" "$file"
}

log_version()
{
	git describe --always --dirty 2>/dev/null || echo unknown
}

# log_image ELF BOARD: prints a checksum of all loaded sections, or nothing. It leaves out notes,
# which may contain the folder of the build.
log_image()
{
	local dump=arm-none-eabi-objdump sections sum

	[ "$2" = host ] && dump=objdump
	sections=$($dump -h "$1" 2>/dev/null |
		awk '/LOAD/ && name !~ /^\.note/ { print "-j", name } { name = $2 }')
	# shellcheck disable=SC2086
	sum=$($dump -s $sections "$1" 2>/dev/null | tail -n +4 | cksum)
	[ "${sum#* }" = 0 ] || echo "${sum% *}"
}

log_machine()
{
	case $1 in
	qemu*) ${1%% *} --version | head -n 1 ;;
	*) uname -srm ;;
	esac
}

# ---- Reading -------------------------------------------------------------------------------

# log_unended FILE: its last line has no end
log_unended()
{
	[ -s "$1" ] && [ "$(tail -c 1 "$1" | od -An -tx1)" != " 0a" ]
}

# log_torn FILE: its last line is incomplete
log_torn()
{
	log_unended "$1" &&
		! tail -n 1 "$1" | python3 -c 'import json; json.loads(input())' 2>/dev/null
}

# log_mend FILE: removes an incomplete last line, or ends a complete one
log_mend()
{
	if log_torn "$1"; then
		truncate -s $(($(wc -c <"$1") - $(tail -n 1 "$1" | wc -c))) "$1"
	elif log_unended "$1"; then
		echo >>"$1"
	fi
}

# log_read FILE NAME [OPS]: fills the array `log`:
#   each member of the record `run`
#   mark_ops, mark_ms, state       of the last mark (below OPS, if given)
#   verdict, reason, end_ops, line if the run has ended
#   beyond                         the OPS= with which a run reaches the failure again
# The log may be from another machine. So log_read refuses a value that is not a number, or not a
# name, where it must be one.
declare -A log
log_read()
{
	local fields name value

	[ -f "$1" ] || refuse "$2=$1: no such file"
	boards/build/bootstrap python3 || exit 2
	! log_torn "$1" || echo "$1: the last line is incomplete and is skipped" >&2
	fields=$(tests/soak/log/fields "$1" "${3:-0}" 2>/dev/null) ||
		refuse "$2=$1: cannot be read"
	while IFS=$'\t' read -r name value; do
		[ -z "$name" ] || log[$name]=$value
	done <<<"$fields"
	[ -n "${log[schema]}" ] || refuse "$2=$1: not a log of the soak"
	[ "${log[schema]}" = $log_schema ] ||
		refuse "$2=$1: a log of schema ${log[schema]}; this version reads $log_schema"
	[ -z "${log[merged]}" ] ||
		refuse "$2=$1: a merged log has no states; name the original log"
	for name in arena harden seed after wrap tags ruler mark_ops mark_ms end_ops; do
		[[ ${log[$name]} =~ ^[0-9]{0,15}$ ]] ||
			refuse "$2=$1: $name is not a number: ${log[$name]}"
	done
	log[beyond]=$((log[end_ops] + 1))
	# A guest that died did not say at which operation. Only that of the last sample is known.
	[[ ! ${log[reason]} =~ ^(crash|hung|reset|status|stack-overflow)$ ]] ||
		log[beyond]=$((log[beyond] + 10000000))
	for name in board scenarios inject oom limit table reason state; do
		[[ ${log[$name]} =~ ^[A-Za-z0-9_.,/=-]*$ ]] ||
			refuse "$2=$1: $name is not a name: ${log[$name]}"
	done
}
