-- Posts renewals, each with its own event id and a quarter of a millisecond after the previous one,
-- so that no load is ahead of the clock, and the next load's events are later. Arguments: the
-- number of people, a prefix unique to the run, and the time in milliseconds. An optional fourth
-- limits the rate: the milliseconds that a connection waits between events.

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
        -- The first of each 20 people has a running subscription (see seed.sql).
        user = 20 * math.random(0, math.floor(people / 20) - 1) + 1,
        now = string.format("%.0f", now + count / 4),
        ["then"] = string.format("%.0f", now + count / 4 + month),
    }
    return wrk.format("POST", nil, nil, (template:gsub("@(%w+)@", values)))
end
