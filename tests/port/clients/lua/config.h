/* SPDX-License-Identifier: MIT
 * Included before each file of Lua. A fixed seed for the hash of strings gives tables the same
 * order in every run. */
#define luai_makeseed(lua) 0x7461726eu
