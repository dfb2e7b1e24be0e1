# SPDX-License-Identifier: MIT
# port/parts.mk: $(call part,NAME): the files of a part of the library (port/parts).
part      = $(or $(foreach name,$(shell sed -n 's/^$(1)  *//p' port/parts),$(call part_file,$(1),$(name))),$(error \
	port/parts: no files of $(1)))
part_file = $(or $(wildcard $(2)),$(error port/parts: $(1): $(2) is not there))
