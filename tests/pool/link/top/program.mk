# SPDX-License-Identifier: MIT
SRC = $(PROGRAM)/top.c
