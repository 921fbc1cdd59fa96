-- Deposits again and again: each thread is a writer with a token of its own, as often as one token may write.
local threads = {}

function setup(thread)
    thread:set("number", #threads + 1)
    table.insert(threads, thread)
end

function init(arguments)
    local body = '{"amount": "0.01"}'
    wrk.method = "POST"
    wrk.headers["Authorization"] = "Bearer " .. arguments[number]
    wrk.headers["Content-Type"] = "application/json"
    made, refused, other = 0, 0, 0
    deposit = wrk.format(nil, wrk.path, wrk.headers, body)
end

-- Twenty in a second are allowed; the time for the answer comes on top of this pause.
function delay() return 45 end

function request() return deposit end

function response(status)
    if status == 201 then made = made + 1 elseif status == 429 then refused = refused + 1 else other = other + 1 end
end

function done(summary, latency)
    local sums = { made = 0, refused = 0, other = 0 }
    for _, thread in ipairs(threads) do
        for name in pairs(sums) do sums[name] = sums[name] + thread:get(name) end
    end
    print(string.format("deposits %d refused %d other %d seconds %.6f median %.3f", sums.made, sums.refused, sums.other,
        summary.duration / 1e6, latency:percentile(50) / 1000))
end
