-- SPDX-License-Identifier: MIT
-- Strings: short ones (interned), long ones, buffers that grow, patterns, packing.
local function checksum(s)
	local h = 5381
	for i = 1, #s do
		h = (h * 33 + s:byte(i)) & 0xffffffff
	end
	return h
end

-- Interned strings come and go; each must be found again.
local words = {}
for i = 1, 2000 do
	words[i] = "word" .. i % 700
end
local count = {}
for _, w in ipairs(words) do
	count[w] = (count[w] or 0) + 1
end
print("interned", count.word0, count.word99, count.word650)

-- A string that doubles, and one that grows by a byte at a time.
local s = "tarn"
while #s < 20000 do
	s = s .. s
end
print("doubled", #s, checksum(s))
local grown = ""
for i = 1, 600 do
	grown = grown .. string.char(97 + i % 26)
end
print("grown", #grown, checksum(grown))

-- Buffers: table.concat, gsub, format, rep.
local parts = {}
for i = 1, 1500 do
	parts[#parts + 1] = string.format("%d:%s:%.3f:%x", i, ("x"):rep(i % 17), i / 7, i * 2654435761)
end
local joined = table.concat(parts, "|")
print("joined", #joined, checksum(joined))
local swapped, n = joined:gsub("(%d+):(x*)", "%2<%1>")
print("gsub", #swapped, n, checksum(swapped))
local upper = joined:gsub("%a", string.upper)
print("upper", checksum(upper), checksum(upper:reverse()))
local pieces = 0
for piece in joined:gmatch("[^|]+") do
	pieces = pieces + #piece % 3
end
print("pieces", pieces)

-- Packed binaries, and text beyond ASCII.
local packed = {}
for i = 1, 300 do
	packed[i] = string.pack("<i4 I2 s1 d z", i * -7, i, ("p"):rep(i % 9), i / 3, "end" .. i)
end
local all = table.concat(packed)
print("packed", #all, checksum(all))
local at, sum = 1, 0
for _ = 1, 300 do
	local a, b, text, d, z
	a, b, text, d, z, at = string.unpack("<i4 I2 s1 d z", all, at)
	sum = sum + a + b + #text + d + #z
end
print("unpacked", string.format("%.6f", sum))
local greek = {}
for i = 0x391, 0x3c9 do
	greek[#greek + 1] = utf8.char(i)
end
local text = table.concat(greek)
print("utf8", utf8.len(text), #text, text)
