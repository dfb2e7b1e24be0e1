# SPDX-License-Identifier: MIT
# port/parts.mk: $(call part,NAME): the files of a part of the library (port/parts).
part = $(or $(wildcard $(shell sed -n 's/^$(1)  *//p' port/parts)),$(error port/parts: no files of $(1)))
