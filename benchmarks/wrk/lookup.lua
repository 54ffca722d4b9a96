-- Asks for the entitlements of people at random. Argument: how many people there are.

dofile("report.lua")

local people

function init(arguments)
    people = tonumber(arguments[1])
    math.randomseed(os.time())
end

function request()
    return wrk.format("GET", "/v1/users/user_" .. math.random(people) .. "/entitlements")
end
