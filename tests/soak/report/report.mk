# SPDX-License-Identifier: MIT
# Included by the Makefile. See tests/soak/report/README.md.

.PHONY: soak-report soak-merge
takes-soak-report := LOGS OUT FAULTS
takes-soak-merge  := LOGS OUT FAULTS
soak-report: ## A page about the last soak: LOGS="files or folders" OUT=file.html
	@boards/build/bootstrap python3
	@tests/soak/report/run report $(call given,LOGS OUT FAULTS)

soak-merge: ## Join the logs of several machines: LOGS="files or folders" OUT=folder
	@boards/build/bootstrap python3
	@tests/soak/report/run merge $(call given,LOGS OUT FAULTS)

CAMPAIGN_NAMES := SEEDS HOSTS REMOTE JOBS OUT SECONDS OPS HOURS SCENARIOS INJECT OOM WRAP HANG \
	TABLE RULER SANITIZE

.PHONY: soak-campaign
takes-soak-campaign := BOARD ARENA HARDEN $(CAMPAIGN_NAMES)
soak-campaign: ## The soak with each of SEEDS=1..100: HOSTS=:,a,b (machines), JOBS=, BOARD=, OPS=
	@tests/soak/report/campaign $(call given,$(CAMPAIGN_NAMES)) BOARD=$(BOARD) \
		$(if $(ARENA_TYPED),ARENA=$(ARENA_TYPED)) \
		$(if $(filter override,$(origin HARDEN)),,HARDEN=$(HARDEN))
