# SPDX-License-Identifier: MIT
# awk -f tests/bench/compare.awk PEERS: prints the table of the README.md at the root, in Markdown.
# It has eight rows of the tables that peers/table.awk wrote. A missing row is an error.
BEGIN {
	FS = " *[|] *"
	rows = split("**Tarn, pools**;**Tarn, default table**;**Tarn, commons**;TLSF;O1Heap;" \
		     "Zephyr sys_heap;FreeRTOS heap_4;newlib-nano", name, ";")
}
/^[|] memory / { memory = 1 }
!memory { speed[$2] = $5 " | " $6 " | " $9 " | " $10 " | " $8 }
memory { room[$2] = $5 " | " $6 }
END {
	print "| | malloc, game | free, game | malloc, programs | free, programs |" \
	      " malloc / free in 4 MiB, worst | RAM for programs | flash, `-O2` / `-Os` |"
	print "| --- | --- | --- | --- | --- | --- | --- | --- |"
	for (i = 1; i <= rows; i++) {
		if (!(name[i] in speed) || !(name[i] in room)) {
			print "error: no row " name[i] >"/dev/stderr"
			exit 1
		}
		print "| " name[i] " | " speed[name[i]] " | " room[name[i]] " |"
	}
}
