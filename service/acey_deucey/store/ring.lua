-- Tells all who listen to the game, at any server. Part of another script.
local RING = 'PUBLISH'
