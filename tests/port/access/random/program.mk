# SPDX-License-Identifier: MIT
# tests/port/access/random: does tarn_check_access judge as one does who knows every block?
SRC = tests/port/access/random/random.c
