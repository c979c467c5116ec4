-- Takes something from all allowances of somebody, or from none where one has less left. One atomic step.
-- KEYS: what is used of each allowance
-- ARGV: how much to take; of each allowance how much it is, and the milliseconds after which it is whole again
local cost, granted = tonumber(ARGV[1]), 1
for number, used in ipairs(KEYS) do
  if (tonumber(redis.call('GET', used)) or 0) + cost > tonumber(ARGV[2 * number]) then
    granted = 0
  end
end

local answer = {granted}
for number, used in ipairs(KEYS) do
  if granted == 1 and redis.call('INCRBY', used, cost) == cost then
    redis.call('PEXPIRE', used, ARGV[2 * number + 1])
  end
  local left = redis.call('PTTL', used)
  answer[2 * number] = tonumber(redis.call('GET', used)) or 0
  answer[2 * number + 1] = left > 0 and left or 0
end
return answer
