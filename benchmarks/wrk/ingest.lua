-- Posts renewals, each an event of its own. Arguments: how many people there are, a prefix that no
-- other run has, the time in milliseconds and, to post less than can be taken, how many milliseconds
-- a connection waits between events. Each event happens a millisecond after the one before.

dofile("report.lua")

local month = 30 * 24 * 60 * 60 * 1000
local template = io.open("../renewal/body.json"):read("*a")
local people, prefix, now, pause
local count = 0

function init(arguments)
    people, prefix, now = tonumber(arguments[1]), arguments[2], tonumber(arguments[3])
    pause = tonumber(arguments[4])
    math.randomseed(os.time())
end

function delay()
    return pause or 0
end

function request()
    count = count + 1
    local values = {
        event = prefix .. count,
        -- The first of each 20 people is one whom the seed gave a running subscription.
        user = 20 * math.random(0, math.floor(people / 20) - 1) + 1,
        now = string.format("%.0f", now + count),
        ["then"] = string.format("%.0f", now + count + month),
    }
    return wrk.format("POST", nil, nil, (template:gsub("@(%w+)@", values)))
end
