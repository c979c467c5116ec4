"""The operations of the service that this package calls: method and path, by the id in the OpenAPI document."""

from collections.abc import Mapping

OPERATIONS: Mapping[str, tuple[str, str]] = {
    "create_game": ("POST", "/v1/games"),
    "get_game": ("GET", "/v1/games/{game_id}"),
    "take_seat": ("POST", "/v1/games/{game_id}/seats"),
    "roll_dice": ("POST", "/v1/games/{game_id}/rolls"),
    "play_moves": ("POST", "/v1/games/{game_id}/moves"),
    "name_double": ("POST", "/v1/games/{game_id}/named-doubles"),
    "undo_moves": ("POST", "/v1/games/{game_id}/undos"),
    "resign_game": ("POST", "/v1/games/{game_id}/resignations"),
    "list_plays": ("GET", "/v1/games/{game_id}/plays"),
    "list_events": ("GET", "/v1/games/{game_id}/events"),
    "show_board_text": ("GET", "/v1/games/{game_id}/board.txt"),
    "show_board_svg": ("GET", "/v1/games/{game_id}/board.svg"),
    "find_plays": ("POST", "/v1/referee/plays"),
    "apply_command": ("POST", "/v1/referee/apply"),
    "list_rulesets": ("GET", "/v1/rulesets"),
    "get_ruleset": ("GET", "/v1/rulesets/{ruleset_id}"),
    "compare_rulesets": ("GET", "/v1/rulesets/compare"),
    "list_rules": ("GET", "/v1/rules"),
    "get_rule": ("GET", "/v1/rules/{rule_id}"),
    "livez": ("GET", "/livez"),
    "readyz": ("GET", "/readyz"),
    "show_metrics": ("GET", "/metrics"),
    "show_openapi": ("GET", "/openapi.json"),
    "show_problems": ("GET", "/problems"),
    "show_problem": ("GET", "/problems/{slug}"),
}
