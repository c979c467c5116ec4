"""The service over HTTP: parse a request, make one call, dump the answer; it decides nothing about the game."""
