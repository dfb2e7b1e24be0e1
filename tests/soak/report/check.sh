# SPDX-License-Identifier: MIT
# Sourced by the report's checks: writes logs, reports on them, and compares what reports say.
export LC_ALL=C # the report must set its own locale
. tests/soak/check.sh
here=tests/soak/report
faults= # FAULTS= of the next report
status=

# log NAME VARIABLE=VALUE...: writes $work/NAME.jsonl
log()
{
	$here/synthetic "${@:2}" >"$work/$1.jsonl"
}

# report LOGS...: leaves its output in $work/said, its status in $status
report()
{
	$here/run report LOGS="$*" OUT="$work/report.html" FAULTS="$faults" >"$work/said" 2>&1
	status=$?
}

# says STATUS VERDICT [TEXT...]: the last report has this status, verdict and texts
says()
{
	local wanted=$1 text
	head -n 1 "$work/said"
	[[ $status == "$1" ]] || note "status $status, not $1"
	grep -q "^SOAK REPORT $2: " "$work/said" || note "not $2: $(head -n 1 "$work/said")"
	shift 2
	for text; do
		grep -qF -e "$text" "$work/said" && continue
		note "status $wanted: not said: $text"
		cat "$work/said"
	done
	grep -qF "</html>" "$work/report.html" || note "no page"
}
