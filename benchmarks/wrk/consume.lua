-- Counts a use of a limit by a random person. Arguments: the number of people, the limit.

dofile("report.lua")

local people, limit

function init(arguments)
    people = tonumber(arguments[1])
    limit = arguments[2]
    math.randomseed(os.time())
end

function request()
    local person = math.random(people)
    return wrk.format("POST", "/v1/users/user_" .. person .. "/limits/" .. limit .. "/consume", nil, "{}")
end
