# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/soak/report/README.md.

.PHONY: soak-report
takes-soak-report := LOGS OUT
soak-report: ## A page about the last soak: LOGS="files or folders" OUT=file.html
	@boards/build/bootstrap python3
	@tests/soak/report/run $(call given,LOGS OUT)
