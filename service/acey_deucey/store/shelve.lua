-- Puts a game on a shelf of its owner's list, and takes from the list what has expired. Part of other scripts.
-- lists: a sorted set for each shelf, whose members begin with the time of their creation, and last one of the ends:
-- no list may end before its games do, and none outlives them.
local function shelve(lists, shelf, member, ttl)
  local ends, now = lists[#lists], redis.call('TIME')[1]
  for _, over in ipairs(redis.call('ZRANGE', ends, '-inf', '(' .. now, 'BYSCORE', 'LIMIT', 0, 10)) do
    for _, list in ipairs(lists) do
      redis.call('ZREM', list, over)
    end
  end
  for number = 1, #lists - 1 do
    if number ~= tonumber(shelf) then
      redis.call('ZREM', lists[number], member)
    end
  end
  redis.call('ZADD', ends, now + ttl, member)
  redis.call('ZADD', lists[tonumber(shelf)], 0, member)
  for _, list in ipairs({ends, lists[tonumber(shelf)]}) do
    -- GT takes a list without an end for one that never ends: such a one is new.
    if redis.call('EXPIRE', list, ttl, 'GT') == 0 and redis.call('TTL', list) == -1 then
      redis.call('EXPIRE', list, ttl)
    end
  end
end
