# SPDX-License-Identifier: MIT
# port/package/parts.mk: $(call part,NAME): the files of a part of the library (port/package/parts).
part       = $(or $(foreach name,$(part_names),$(call part_file,$(1),$(name))),$(error \
	port/package/parts: there is no part $(1), or it has no files))
part_names = $(shell sed -n 's/^$(1)  *//p' port/package/parts)
part_file  = $(or $(wildcard $(2)),$(error port/package/parts: $(1): $(2) does not exist))
