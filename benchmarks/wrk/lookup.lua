-- Reads the entitlements of random people. Arguments: the number of people and, for people of one
-- kind only, which of each hundred (see seed.sql).

dofile("report.lua")

local people, of_each_hundred

function init(arguments)
    people = tonumber(arguments[1])
    of_each_hundred = tonumber(arguments[2])
    math.randomseed(os.time())
end

function request()
    local person
    if of_each_hundred then
        person = 100 * math.random(people / 100 - 1) + of_each_hundred
    else
        person = math.random(people)
    end
    return wrk.format("GET", "/v1/users/user_" .. person .. "/entitlements")
end
