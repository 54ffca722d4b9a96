-- Counts a use of a limit. Argument: of how many people, at random.

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
