# SPDX-License-Identifier: MIT
# Runs (merge.jq) as a log again: for `make soak-report`, not to be continued (marks have no state).
.[] | .run,
	(.maps + .samples + .marks + .resumes
		| sort_by([.ops, (.record | {map: 0, sample: 1, mark: 2, resume: 3}[.])]) | .[]),
	(.end // empty)
