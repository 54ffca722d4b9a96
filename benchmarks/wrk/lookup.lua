-- Reads the entitlements of random people. Arguments: the number of people and, for people of one
-- kind only, which of each hundred (see seed.sql), or `unknown` for ids that no one has.

dofile("report.lua")

local people, of_each_hundred, is_unknown

function init(arguments)
    people = tonumber(arguments[1])
    of_each_hundred = tonumber(arguments[2])
    is_unknown = arguments[2] == "unknown"
    math.randomseed(os.time())
end

function request()
    local person
    if is_unknown then
        person = people + math.random(1000000000)
    elseif of_each_hundred then
        person = 100 * math.random(people / 100 - 1) + of_each_hundred
    else
        person = math.random(people)
    end
    return wrk.format("GET", "/v1/users/user_" .. person .. "/entitlements")
end
