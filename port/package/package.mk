# SPDX-License-Identifier: MIT
# Included by the Makefile. See port/package/README.md.
FORMS := $(patsubst port/package/%/make,%,$(sort $(wildcard port/package/*/make)))
$(call one_of,FORM,$(FORMS))

.PHONY: package amalgam
takes-package := FORM
package: ## Packages for Zephyr, ESP-IDF, Meson and others, in build/package; one: FORM=zephyr
	@port/package/write $(or $(strip $(FORM)),$(FORMS))

amalgam: ## Tarn as two files, tarn.h and tarn.c, in build/package/amalgam
	@port/package/write $@
