# SPDX-License-Identifier: MIT
# awk -v library=FILE -f served.awk FILE.callgrind: did each call that was counted go to `library`,
# and not to what valgrind or another library put in its place? Status 1, and a line, if not.
# `???` is code that callgrind gives to no file: tcmalloc's malloc is in a section of its own.
/^fn=/ { inside = $0 == "fn=counted" }
inside && /^cob=/ {
	object = substr($0, 5)
	if (object != library && object != "???" && !wrong)
		wrong = object
	served++
}
END {
	if (!served || wrong)
		print "error: calls were served by " (wrong ? wrong : "nobody") ", not by " library >"/dev/stderr"
	exit !served || wrong
}
