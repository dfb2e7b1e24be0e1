-- SPDX-License-Identifier: MIT
-- The collector: incremental and generational, weak tables, ephemerons, finalizers, resurrection.
local finalized = 0
local function object(i)
	return setmetatable({ i, ("payload"):rep(i % 13) }, { __gc = function() finalized = finalized + 1 end })
end

local function churn(rounds)
	local kept = {}
	for i = 1, rounds do
		kept[i % 97] = object(i)
		if i % 10 == 0 then
			local s = ("garbage"):rep(i % 101)
			kept[#s % 97] = nil
		end
	end
	return kept
end

for _, mode in ipairs { "incremental", "generational", "incremental" } do
	collectgarbage(mode)
	finalized = 0
	local kept = churn(3000)
	local n = 0
	for _ in pairs(kept) do
		n = n + 1
	end
	kept = nil
	collectgarbage()
	collectgarbage()
	print(mode, n, finalized)
end

-- Weak values, weak keys, ephemerons: an entry lives as long as its key.
local weak = setmetatable({}, { __mode = "v" })
local strong = {}
for i = 1, 1000 do
	local o = { i }
	weak[i] = o
	if i % 4 == 0 then
		strong[#strong + 1] = o
	end
end
collectgarbage()
local n = 0
for _ in pairs(weak) do
	n = n + 1
end
print("weak values", n)
local ephemeron = setmetatable({}, { __mode = "k" })
local keys = {}
for i = 1, 500 do
	local key = {}
	ephemeron[key] = { key, i }
	if i % 5 == 0 then
		keys[#keys + 1] = key
	end
end
collectgarbage()
n = 0
for _ in pairs(ephemeron) do
	n = n + 1
end
print("ephemerons", n)

-- An object that its finalizer brings back, once.
local graveyard = {}
do
	local phoenix = setmetatable({ name = "phoenix" }, { __gc = function(o) graveyard[#graveyard + 1] = o end })
	phoenix.self = phoenix
end
collectgarbage()
print("resurrected", #graveyard, graveyard[1].self.name)
graveyard = {}
collectgarbage()
print("once", #graveyard)

-- In steps, and at every allocation's edge.
collectgarbage("stop")
local before = collectgarbage("count")
for i = 1, 2000 do
	local _ = { i, { i } }
end
print("grew", collectgarbage("count") > before)
collectgarbage("restart")
local steps = 0
repeat
	steps = steps + 1
until collectgarbage("step", 1) or steps > 10000
print("stepped", steps <= 10000, collectgarbage("count") < before * 2)
collectgarbage("incremental", 100, 1000)
local list
for i = 1, 2999 do
	list = { next = i % 50 ~= 0 and list or nil, value = tostring(i) }
end
local length = 0
while list do
	length = length + 1
	list = list.next
end
print("list", length)
