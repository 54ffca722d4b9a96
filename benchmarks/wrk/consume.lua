-- Counts a use of a limit by a random person. Argument: the number of people.

dofile("report.lua")

local people

function init(arguments)
    people = tonumber(arguments[1])
    math.randomseed(os.time())
end

function request()
    local person = math.random(people)
    return wrk.format("POST", "/v1/users/user_" .. person .. "/limits/uses/consume", nil, "{}")
end
