"""The one table from errors to problems: status, title and explanation of each; it knows no request.

What the rules refuse has its title and its rule in the rule book.
"""

from typing import NamedTuple

from acey_deucey import codec, config, keyring, ports, services, transcript, transcript_text
from acey_deucey.api import bad_requests as bad
from acey_deucey.api import listeners
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.rules import moves, options, position, position_id, rulesets, turn_check, violations
from acey_deucey.rules.rulebook import ILLEGAL_MOVES, RULES, WRONG_SEATS, WRONG_STATES, Refusal, Rule
from acey_deucey.store import address


class ProblemKind(NamedTuple):
    """A kind of problem: its slug, which stays for ever; its status; what it means.

    ``example`` is a detail; what the rules refuse has none here, but a situation in ``refusal_examples``.
    """

    slug: str
    status: int
    title: str
    description: str
    example: str | None
    raised_by: type[AceyDeuceyError] | None = None
    rule: Rule | None = None


GENERAL = (
    ProblemKind(
        "bad-request", 400, "The request cannot be read",
        "The request is not proper HTTP, for instance a body that ends before its announced length.",
        "The browser (or proxy) sent a request that this server could not understand."),
    ProblemKind(
        "malformed-json", 400, "The body is not JSON",
        "The body must be one JSON object in UTF-8. Numbers that no program can hold, NaN, lone surrogates "
        "and very deep nesting are refused as well.",
        "The body is not JSON: unexpected end of data: line 1 column 9 (char 8).", bad.MalformedJson),
    ProblemKind(
        "invalid-request", 400, "The request has the wrong shape",
        "A field, a query parameter or a header is missing, unknown, of the wrong type or out of range. "
        "The member errors lists each place and what is wrong there. Numbers are JSON numbers: \"5\" and 5.0 are "
        "not 5.",
        "The request cannot be read. /dice/0: Must be a whole number from 1 to 6.", bad.InvalidRequest),
    ProblemKind(
        "missing-token", 401, "A seat token is needed",
        "Commands act for a seat. Send the seat's token as Authorization: Bearer, never in the URL. "
        "Reads need a token only when the game is private.",
        "Send the token of your seat in the header Authorization: Bearer.", services.MissingToken),
    ProblemKind(
        "invalid-token", 401, "That is no seat token",
        "The Authorization header holds no token that this service has issued.",
        "The token cannot be read; a seat token begins with acey_.", services.InvalidToken),
    ProblemKind(
        "token-of-another-game", 403, "The token belongs to another game",
        "The token is a seat token, but not one of this game.",
        "This token does not belong to a seat of this game.", services.ForeignToken),
    ProblemKind(
        "not-found", 404, "There is nothing here",
        "No resource has this address. The document at /openapi.json lists all that there is.",
        "There is nothing at this address.", bad.NoSuchPage),
    ProblemKind(
        "game-not-found", 404, "There is no such game",
        "No game has this id, or it expired so long ago that it is forgotten.",
        "There is no game k3q8w1c5t9r2m4x7z0a6bd.", ports.GameNotFound),
    ProblemKind(
        "version-not-found", 404, "The game has no such version",
        "Versions count from 1; the member current_version is the newest.",
        "The game has versions 1 to 7, not 12.", services.NoSuchVersion),
    ProblemKind(
        "method-not-allowed", 405, "That method is not for this address",
        "The header Allow lists the methods that this address knows.",
        "The method is not allowed for the requested URL."),
    ProblemKind(
        "seat-taken", 409, "The seat is taken",
        "Somebody plays this colour already; of several who ask at once, one gets the seat.",
        "The black seat is taken.", services.SeatIsTaken),
    ProblemKind(
        "waiting-for-opponent", 409, "A seat is still open",
        "The game starts when no seat is open.",
        "The game has not started: a seat is still open.", services.WaitingForOpponent),
    ProblemKind(
        "dice-script-used-up", 409, "The scripted dice are used up",
        "The game was created with scripted dice, and all of them have been rolled.",
        "All rolls of this game's script have been rolled.", services.DiceUsedUp),
    ProblemKind(
        "lost-race", 409, "Others were faster",
        "The game kept moving on while the command was worked out. Look at the game and decide again.",
        "The game changed several times while the command was worked out.", services.LostRace),
    ProblemKind(
        "game-exists", 409, "There is already such a game",
        "Another request created a game with this id. Repeat the request with another Idempotency-Key.",
        "There is already a game k3q8w1c5t9r2m4x7z0a6bd.", ports.GameExists),
    ProblemKind(
        "game-expired", 410, "The game has expired",
        "The game was there, but nobody played on and its lifetime is over. It does not come back.",
        "Game k3q8w1c5t9r2m4x7z0a6bd has expired.", ports.GameExpired),
    ProblemKind(
        "stale-version", 412, "The game has moved on",
        "The version in If-Match is not the newest. The member current_version tells which one is.",
        "The game is at version 7, not at 5.", services.StaleVersion),
    ProblemKind(
        "body-too-large", 413, "The body is too large",
        "A body has at most 64 KiB.",
        "The data value transmitted exceeds the capacity limit."),
    ProblemKind(
        "unsupported-media-type", 415, "The body must be JSON",
        "Send bodies with the header Content-Type: application/json.",
        "Send the body as application/json, not as text/plain.", bad.UnsupportedMediaType),
    ProblemKind(
        "idempotency-key-reused", 422, "The key was used for something else",
        "An Idempotency-Key stands for one request; this one came first with another body or path.",
        "This Idempotency-Key was used before, for another request.", services.KeyReused),
    ProblemKind(
        "dice-not-accepted", 422, "The server rolls the dice of this game",
        "Only a game with manual dice takes the dice from its players.",
        "This game has server dice: send no dice.", services.DiceNotAccepted),
    ProblemKind(
        "dice-required", 422, "Say what you rolled",
        "In a game with manual dice every roll names the two dice.",
        "This game has manual dice: send the two dice that you rolled.", services.DiceRequired),
    ProblemKind(
        "invalid-dice-script", 422, "The dice script has no opening",
        "A script begins with the opening throws, one die for each player, until they differ.",
        "The dice script must begin with the opening: one die for White, one for Black, not all pairs equal.",
        services.InvalidDiceScript),
    ProblemKind(
        "invalid-options", 422, "Options that cannot be",
        "An option has a name or a value that does not exist. See /v1/rulesets for all of them.",
        'bear_off is one of "any", "highest", "exact", not "sometimes".', options.InvalidOptions),
    ProblemKind(
        "unknown-ruleset", 422, "There is no such rule set",
        "See /v1/rulesets for those that there are.",
        "There is no rule set 'danish'; there are american, european.", rulesets.UnknownRuleset),
    ProblemKind(
        "invalid-position", 422, "A position that cannot be",
        "Each side has fifteen checkers, and no point holds checkers of both.",
        "White has 14 checkers, not 15.", position.InvalidPosition),
    ProblemKind(
        "invalid-position-id", 422, "The position id cannot be read",
        "A position id is one line such as h15/h15 opening: White's checkers, Black's checkers, the turn.",
        "'h15x' cannot be read as part of a position id.", position_id.InvalidPositionId),
    ProblemKind(
        "invalid-turn", 422, "A turn that cannot be",
        "The stage, the numbers left, the dice and the name of a turn must agree with one another.",
        "In the stage double all numbers left are equal.", turn_check.InvalidTurn),
    ProblemKind(
        "unreadable-play", 422, "The play cannot be read",
        "A play is written as hand/20, bar/18, 13/8 or 6/off, with spaces between the steps.",
        "'13-8' is not a step. Write the point a checker leaves and the one it reaches, as in 'hand/20', "
        "'bar/18', '13/8' or '6/off', with spaces between the steps.", moves.UnreadablePlay),
    ProblemKind(
        "internal-error", 500, "The service made a mistake",
        "Something went wrong that should not; it is logged under the request id in X-Request-Id.",
        "Something went wrong here. It is logged with the id of this request."),
    ProblemKind(
        "broken-log", 500, "The stored game is damaged",
        "The log of the game does not follow from the rules, so it cannot be shown as it was.",
        "The log of game k3q8w1c5t9r2m4x7z0a6bd does not follow from the rules at version 5.",
        services.BrokenLog),
    ProblemKind(
        "store-unavailable", 503, "The game store cannot be used now",
        "The store of games does not answer or takes no writes. Repeat the request after Retry-After, with the "
        "same Idempotency-Key: it is carried out once.",
        "The game store cannot be used now: it does not answer. Try again in 1 s.", ports.StoreUnavailable),
    ProblemKind(
        "too-many-listeners", 503, "Too many are listening",
        "A server keeps a limited number of event streams and waiting reads open, for each game, for each address "
        "and in all. Try again after Retry-After, or read the log without waiting.",
        "This game has 500 listeners on this server already. Try again in 5 s.", listeners.TooManyListeners),
    ProblemKind(
        "newer-format", 503, "The game was stored by a newer release",
        "This server is older than the one that stored the game. Try again when it has been updated.",
        "This game was stored by a newer release of the service.", codec.NewerFormat),
    ProblemKind(
        "secret-retired", 503, "The game's secret is gone",
        "The game was created under a service secret that this server was not given.",
        "This game was made under the service secret 3fd1c2aa, which this server does not have.",
        keyring.RetiredSecret),
    ProblemKind(
        "not-ready", 503, "The service is not ready",
        "Send no traffic here for now; the member reasons says why.",
        "The store must not evict games: its maxmemory-policy is allkeys-lru."),
)  # fmt: skip

# No request meets these: they stop the service from starting, or concern records in files.
NOT_OVER_HTTP = (
    config.InvalidSettings,
    keyring.WeakSecret,
    address.UnsupportedStoreUrl,
    transcript.BrokenRecord,
    transcript_text.UnreadableRecord,
)

HTTP_SLUGS = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    413: "body-too-large",
    415: "unsupported-media-type",
}


def _of_refusal(refusal: Refusal, status: int, raised_by: type[AceyDeuceyError]) -> ProblemKind:
    rule = RULES[refusal.rule]
    return ProblemKind(refusal.slug, status, refusal.title, rule.text, None, raised_by, rule)


KINDS = {
    kind.slug: kind
    for kind in (
        *GENERAL,
        *(_of_refusal(refusal, 422, violations.IllegalMove) for refusal in ILLEGAL_MOVES.values()),
        *(_of_refusal(refusal, 409, violations.WrongState) for refusal in WRONG_STATES.values()),
        *(_of_refusal(refusal, 403, violations.WrongSeat) for refusal in WRONG_SEATS.values()),
    )
}
