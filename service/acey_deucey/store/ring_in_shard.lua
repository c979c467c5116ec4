-- Tells those who listen to the game at the servers of its shard, and costs no other server. Part of another script.
local RING = 'SPUBLISH'
