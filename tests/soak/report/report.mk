# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/soak/report/README.md.

# $(call report_given,NAMES): those that were typed, as words.
report_given = $(foreach name,$(1),$(if $(filter command% environment%,$(origin $(name))),'$(name)=$(subst ','\'',$($(name)))'))

.PHONY: soak-report soak-merge
soak-report: ## A page of what `make soak` wrote: LOGS="files or folders" OUT=file.html
	$(call only_typed,make soak-report,LOGS OUT FAULTS)
	@tests/soak/report/run report $(call report_given,LOGS OUT FAULTS)

soak-merge: ## Logs of any number of machines as one, a table and a page: LOGS="files or folders" OUT=folder
	$(call only_typed,make soak-merge,LOGS OUT FAULTS)
	@tests/soak/report/run merge $(call report_given,LOGS OUT FAULTS)

CAMPAIGN_NAMES := SEEDS HOSTS REMOTE JOBS OUT SECONDS OPS HOURS SCENARIOS INJECT OOM WRAP HANG TABLE RULER SANITIZE

.PHONY: soak-campaign
soak-campaign: ## The soak with each of SEEDS=1..100, by GNU parallel: [HOSTS=:,a,b] [JOBS=] BOARD=, OPS=, ...
	$(call only_typed,make soak-campaign,$(CAMPAIGN_NAMES) BOARD ARENA HARDEN)
	@tests/soak/report/campaign $(call report_given,$(CAMPAIGN_NAMES)) BOARD=$(BOARD) \
		$(if $(ARENA_TYPED),ARENA=$(ARENA_TYPED)) $(if $(filter override,$(origin HARDEN)),,HARDEN=$(HARDEN))
