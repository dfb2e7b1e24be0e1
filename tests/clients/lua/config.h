/* SPDX-License-Identifier: MIT
 * Before each file of Lua's: a fixed seed for the hash of strings, so that the order of a table is the
 * same in every run. */
#define luai_makeseed(lua) 0x7461726eu
