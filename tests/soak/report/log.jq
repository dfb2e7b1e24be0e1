# SPDX-License-Identifier: MIT
# Runs (merge.jq) as a log again: for `make soak-report`, not to be continued (marks have no state).
.[] | .run,
	(.samples + .marks + .resumes | sort_by([.ops, (.record | {sample: 0, mark: 1, resume: 2}[.])]) | .[]),
	(.end // empty)
