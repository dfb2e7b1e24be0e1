# SPDX-License-Identifier: MIT
# Sourced by tests/soak/run and bisect: the log's writer and what reads it again (README.md here).

log_schema=2

# What was asked for is not possible.
refuse()
{
	echo "error: $*"
	exit 2
}

# ---- Writing -------------------------------------------------------------------------------

# A text as a JSON string's inside.
log_text()
{
	printf %s "${1//[\\\"[:cntrl:]]/ }"
}

# log_begin FILE: append to it from now on, alone.
log_begin()
{
	mkdir -p "$(dirname "$1")" 2>/dev/null
	{ exec 4>>"$1"; } 2>/dev/null || refuse "LOG=$1: cannot be written"
	! command -v flock >/dev/null || flock -n 4 || refuse "LOG=$1: another run is writing it"
}

# log_record MEMBERS: a line, with the time. False: it could not be written.
log_record()
{
	{ printf '{"at":%(%s)T,%s}\n' -1 "$1" >&4; } 2>/dev/null
}

# A line that the guest printed.
log_guest_line()
{
	{ printf '{"at":%(%s)T,%s\n' -1 "${1#\{}" >&4; } 2>/dev/null
}

# log_default NAME: $file is where a run's log goes unless it is said; what was there before is kept, as $moved.
log_default()
{
	file=build/soak/log/$1.jsonl moved=
	[ -e "$file" ] || return 0
	! command -v flock >/dev/null || flock -n "$file" true ||
		refuse "LOG=$file: another run is writing it (LOG= names another file)"
	moved=build/soak/log/old/$1-$(date -r "$file" +%Y%m%d-%H%M%S)-$$.jsonl
	mkdir -p build/soak/log/old 2>/dev/null && mv "$file" "$moved" 2>/dev/null ||
		refuse "LOG=$file: is there already, and cannot be moved to build/soak/log/old"
}

# There was no run: what log_begin made of $file goes, and what was there before comes back.
log_forget()
{
	rm -f "$file"
	[ -z "$moved" ] || mv "$moved" "$file"
}

log_version()
{
	git describe --always --dirty 2>/dev/null || echo unknown
}

# log_image ELF BOARD: a checksum of what the program is, wherever it was built: of all that is loaded, but for
# notes, which may name places; or nothing.
log_image()
{
	local dump=arm-none-eabi-objdump sections sum

	[ "$2" = host ] && dump=objdump
	sections=$($dump -h "$1" 2>/dev/null | awk '/LOAD/ && name !~ /^\.note/ { print "-j", name } { name = $2 }')
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

# log_unended FILE: does its last line lack its end?
log_unended()
{
	[ -s "$1" ] && [ "$(tail -c 1 "$1" | od -An -tx1)" != " 0a" ]
}

# log_torn FILE: and more than that?
log_torn()
{
	log_unended "$1" && ! tail -n 1 "$1" | jq -e . >/dev/null 2>&1
}

# log_mend FILE: end it with its last whole line.
log_mend()
{
	if log_torn "$1"; then
		truncate -s $(($(wc -c <"$1") - $(tail -n 1 "$1" | wc -c))) "$1"
	elif log_unended "$1"; then
		echo >>"$1"
	fi
}

# log_read FILE NAME [OPS]: log[NAME] for each member of its `run`; log[mark_ops], log[mark_ms] and log[state]
# of the last mark (below OPS, if given); log[verdict], log[reason], log[end_ops], log[line] if it has ended, and
# log[beyond], the operations that a run must be asked for to fail again. The log may be another machine's: what is
# no number, or no name, where one should be, is refused.
declare -A log
log_read()
{
	local fields name value

	[ -f "$1" ] || refuse "$2=$1: no such file"
	boards/bootstrap jq || exit 2
	! log_torn "$1" || echo "$1: its last line was cut off, and is passed over" >&2
	fields=$(tr -d '\0' <"$1" | jq -Rnr --argjson below "${3:-0}" '
		reduce (inputs | fromjson? | objects) as $r ({};
		if $r.record == "run" then (if .schema then . + {merged: 1} else . + $r end)
		elif $r.record == "mark" and ($r.state | not) then . + {merged: 1}
		elif $r.record == "mark" then
			if $below == 0 or $r.ops < $below
			then . + {state: $r.state, mark_ops: $r.ops, mark_ms: $r.ms} else . end
		elif $r.record == "sample" or $r.record == "resume" then del(.verdict)
		elif $r.record == "end" then
			. + {verdict: (if $r.stopped == 1 and $r.verdict == "PASS" then null
				else $r.verdict end), reason: $r.reason, end_ops: $r.ops, line: $r.line}
		else . end) | del(.record, .at) | to_entries[] |
		select(.value != null) | "\(.key)\t\(.value)"') ||
		refuse "$2=$1: cannot be read"
	while IFS=$'\t' read -r name value; do
		[ -z "$name" ] || log[$name]=$value
	done <<<"$fields"
	[ -n "${log[schema]}" ] || refuse "$2=$1: not a log of the soak"
	[ "${log[schema]}" = $log_schema ] ||
		refuse "$2=$1: a log of schema ${log[schema]}; this version reads $log_schema"
	[ -z "${log[merged]}" ] || refuse "$2=$1: merged of several; the logs themselves are those to go on with"
	for name in arena harden seed after wrap tags ruler mark_ops mark_ms end_ops; do
		[[ ${log[$name]} =~ ^[0-9]{0,15}$ ]] || refuse "$2=$1: $name is no number: ${log[$name]}"
	done
	log[beyond]=$((log[end_ops] + 1))
	# Of what the guest could not tell itself, only the last sample's position is known.
	[[ ! ${log[reason]} =~ ^(crash|hung|reset|status|stack-overflow)$ ]] || log[beyond]=$((log[beyond] + 10000000))
	for name in board scenarios inject oom limit table reason state; do
		[[ ${log[$name]} =~ ^[A-Za-z0-9_.,/=-]*$ ]] || refuse "$2=$1: $name is no name: ${log[$name]}"
	done
}
