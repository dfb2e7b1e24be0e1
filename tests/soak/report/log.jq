# SPDX-License-Identifier: MIT
# Writes runs (merge.jq) as a log for `make soak-report`. RESUME cannot continue it, because its
# marks have no state.
.[] | .run,
	(.maps + .samples + .marks + .resumes
		| sort_by([.ops, (.record | {map: 0, sample: 1, mark: 2, resume: 3}[.])]) | .[]),
	(.end // empty)
