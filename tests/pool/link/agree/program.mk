# SPDX-License-Identifier: MIT
# tests/pool/link/agree/program.mk: a user's file that is compiled with other flags than the
# library.
#
# in:   USER_COMPILER, USER_FLAGS: for the user's file
#       USER_LINK: more options for the linker
NAMES         += USER_COMPILER USER_FLAGS USER_LINK
SRC            = tests/pool/link/agree/user.c
CFLAGS_PROGRAM = -DUSER_COMPILER='"$(USER_COMPILER)"' $(USER_FLAGS)
LIBS          += $(USER_LINK)
ifneq ($(USER_COMPILER),)
%/agree/user.o: COMPILER = $(USER_COMPILER)
ifneq ($(findstring clang,$(USER_COMPILER)),)
%/agree/user.o: NO_LOOP_CALLS = -fno-builtin
endif
endif
