"""The one table from errors to problems: status, title and explanation of each; it knows no request.

What the rules refuse has its title and its rule in the rule book.
"""

from collections.abc import Callable
from typing import NamedTuple

from acey_deucey import api_keys, codec, config, keyring, lessons, ports, services, transcript
from acey_deucey.api import bad_requests as bad
from acey_deucey.api import limiter, listeners
from acey_deucey.errors import AceyDeuceyError
from acey_deucey.ports import Allowance
from acey_deucey.rules import moves, options, position, position_id, rulesets, turn_check, violations
from acey_deucey.rules.rulebook import ILLEGAL_MOVES, RULES, WRONG_SEATS, WRONG_STATES, Refusal, Rule
from acey_deucey.store import address
from acey_deucey.wording import Message

_GAME = "k3q8w1c5t9r2m4x7z0a6bd"
_PLAYED = Message("{player} plays {play}", {"player": position.PLAYER_NAMES["white"], "play": "hand/20 hand/22"})


class ProblemKind(NamedTuple):
    """A kind of problem: its slug, which stays for ever; its status; what it means.

    ``example`` is a detail; what the rules refuse has none here, but a situation in ``problem_examples``.
    """

    slug: str
    status: int
    title: str
    description: str
    example: Message | None
    raised_by: type[AceyDeuceyError] | None = None
    rule: Rule | None = None


def _said_of(mistake: Callable[[], object]) -> Message:
    """What the package says of a mistake."""
    try:
        mistake()
    except AceyDeuceyError as error:
        return error.told
    raise AssertionError("that is no mistake")


GENERAL = (
    ProblemKind(
        "bad-request", 400, "The request cannot be read",
        "The request is not proper HTTP, for instance a body that ends before its announced length.",
        Message("The request is not proper HTTP, so that it was not read.")),
    ProblemKind(
        "malformed-json", 400, "The body is not JSON",
        "The body must be one JSON object in UTF-8. Numbers that no program can hold, NaN, lone surrogates "
        "and very deep nesting are refused as well.",
        bad.MalformedJson(1, 9).told, bad.MalformedJson),
    ProblemKind(
        "invalid-request", 400, "The request has the wrong shape",
        "A field, a query parameter or a header is missing, unknown, of the wrong type or out of range. "
        "The member errors lists each place and what is wrong there. Numbers are JSON numbers: \"5\" and 5.0 are "
        "not 5.",
        bad.InvalidRequest.at("/turn", Message("Missing data for required field.")).told, bad.InvalidRequest),
    ProblemKind(
        "missing-token", 401, "A seat token is needed",
        "Commands act for a seat. Send the seat's token as Authorization: Bearer, never in the URL. "
        "Reads need a token only when the game is private; that of a spectator will do.",
        services.MissingToken().told, services.MissingToken),
    ProblemKind(
        "invalid-token", 401, "That is no seat token",
        "The Authorization header holds no token that this service has issued.",
        services.InvalidToken().told, services.InvalidToken),
    ProblemKind(
        "missing-api-key", 401, "An API key is needed",
        "A list of games is shown to their owner. Who runs the service may also have set that only owners create "
        "games. Send the key as Authorization: Bearer, never in the URL.",
        api_keys.MissingApiKey().told, api_keys.MissingApiKey),
    ProblemKind(
        "invalid-api-key", 401, "That is no API key",
        "The Authorization header holds no API key of this service. Who runs it gives them out.",
        api_keys.InvalidApiKey().told, api_keys.InvalidApiKey),
    ProblemKind(
        "token-of-another-game", 403, "The token belongs to another game",
        "The token is a seat token, but not one of this game.",
        services.ForeignToken().told, services.ForeignToken),
    ProblemKind(
        "spectator-token", 403, "Spectators only watch",
        "The token for watching a private game reads all of it, and acts for nobody. Commands need the token of a "
        "seat.",
        services.OnlyWatching().told, services.OnlyWatching),
    ProblemKind(
        "hints-off", 403, "There are no hints in this game",
        "The game was created with hints turned off. When it is over it can be analysed.",
        services.HintsOff().told, services.HintsOff),
    ProblemKind(
        "not-found", 404, "There is nothing here",
        "No resource has this address. The document at /openapi.json lists all that there is.",
        Message("There is nothing at this address."), bad.NoSuchPage),
    ProblemKind(
        "game-not-found", 404, "There is no such game",
        "No game has this id, or it expired so long ago that it is forgotten.",
        ports.GameNotFound(_GAME).told, ports.GameNotFound),
    ProblemKind(
        "version-not-found", 404, "The game has no such version",
        "Versions count from 1; the member current_version is the newest.",
        services.NoSuchVersion(12, 7).told, services.NoSuchVersion),
    ProblemKind(
        "method-not-allowed", 405, "That method is not for this address",
        "The header Allow lists the methods that this address knows.",
        Message("This address does not know the method.")),
    ProblemKind(
        "seat-taken", 409, "The seat is taken",
        "Somebody plays this colour already; of several who ask at once, one gets the seat.",
        services.SeatIsTaken("black").told, services.SeatIsTaken),
    ProblemKind(
        "waiting-for-opponent", 409, "A seat is still open",
        "The game starts when no seat is open.",
        services.WaitingForOpponent().told, services.WaitingForOpponent),
    ProblemKind(
        "dice-script-used-up", 409, "The scripted dice are used up",
        "The game was created with scripted dice, and all of them have been rolled.",
        services.DiceUsedUp(12).told, services.DiceUsedUp),
    ProblemKind(
        "lost-race", 409, "Others were faster",
        "The game kept moving on while the command was worked out. Look at the game and decide again.",
        services.LostRace(12).told, services.LostRace),
    ProblemKind(
        "game-not-finished", 409, "The game goes on",
        "Only a finished game is analysed: before its end, what was best is for the players to find.",
        services.NotFinished().told, services.NotFinished),
    ProblemKind(
        "analysis-too-long", 409, "The game is too long to be analysed",
        "One request looks at a thousand commands at most. Take the record, and judge its positions one by one.",
        services.AnalysisTooLong(1_000).told, services.AnalysisTooLong),
    ProblemKind(
        "game-exists", 409, "There is already such a game",
        "Another request created a game with this id. Repeat the request with another Idempotency-Key.",
        ports.GameExists(_GAME).told, ports.GameExists),
    ProblemKind(
        "game-expired", 410, "The game has expired",
        "The game was there, but nobody played on and its lifetime is over. It does not come back.",
        ports.GameExpired(_GAME).told, ports.GameExpired),
    ProblemKind(
        "stale-version", 412, "The game has moved on",
        "The version in If-Match is not the newest. The member current_version tells which one is.",
        services.StaleVersion(7).told, services.StaleVersion),
    ProblemKind(
        "body-too-large", 413, "The body is too large",
        "A body has at most 64 KiB.",
        Message("The body has more than 64 KiB.")),
    ProblemKind(
        "address-too-long", 414, "The address is too long",
        "The first line of a request, with method and address, has at most 4,094 characters.",
        Message("The first line of the request is too long, so that the request was not read.")),
    ProblemKind(
        "unsupported-media-type", 415, "The body must be JSON",
        "Send bodies with the header Content-Type: application/json.",
        bad.UnsupportedMediaType("text/plain").told, bad.UnsupportedMediaType),
    ProblemKind(
        "idempotency-key-reused", 422, "The key was used for something else",
        "An Idempotency-Key stands for one request; this one came first with another body or path.",
        services.KeyReused().told, services.KeyReused),
    ProblemKind(
        "dice-not-accepted", 422, "The server rolls the dice of this game",
        "Only a game with manual dice takes the dice from its players.",
        services.DiceNotAccepted().told, services.DiceNotAccepted),
    ProblemKind(
        "dice-required", 422, "Say what you rolled",
        "In a game with manual dice every roll names the two dice.",
        services.DiceRequired().told, services.DiceRequired),
    ProblemKind(
        "invalid-dice-script", 422, "The dice script has no opening",
        "A script begins with the opening throws, one die for each player, until they differ.",
        services.InvalidDiceScript().told, services.InvalidDiceScript),
    ProblemKind(
        "two-bots", 422, "Two bots have nobody to play with",
        "A bot plays its turn in the request that passes the turn to it. With two of them the whole game would be "
        "played in one request.",
        services.TwoBots().told, services.TwoBots),
    ProblemKind(
        "bot-without-dice", 422, "A bot cannot throw real dice",
        "In a game with manual dice, which is also what a record goes on with, somebody must throw for every player.",
        services.BotWithoutDice().told, services.BotWithoutDice),
    ProblemKind(
        "invalid-options", 422, "Options that cannot be",
        "An option has a name or a value that does not exist. See /v1/rulesets for all of them.",
        _said_of(lambda: options.Options().override({"bear_off": "sometimes"})), options.InvalidOptions),
    ProblemKind(
        "unknown-ruleset", 422, "There is no such rule set",
        "See /v1/rulesets for those that there are.",
        rulesets.UnknownRuleset("danish").told, rulesets.UnknownRuleset),
    ProblemKind(
        "invalid-position", 422, "A position that cannot be",
        "Each side has fifteen checkers, and no point holds checkers of both.",
        _said_of(lambda: position_id.parse_position_id("h14/h15 opening")), position.InvalidPosition),
    ProblemKind(
        "invalid-position-id", 422, "The position id cannot be read",
        "A position id is one line such as h15/h15 opening: White's checkers, Black's checkers, the turn.",
        _said_of(lambda: position_id.parse_position_id("h15x/h15 opening")), position_id.InvalidPositionId),
    ProblemKind(
        "invalid-turn", 422, "A turn that cannot be",
        "The stage, the numbers left, the dice and the name of a turn must agree with one another.",
        _said_of(lambda: turn_check.check_numbers("double", (4, 3))), turn_check.InvalidTurn),
    ProblemKind(
        "unreadable-record", 422, "The record cannot be read",
        "A record is JSON or text in the form in which the service gives it. The member line tells the line of a "
        "text, the member where the place in JSON.",
        transcript.UnreadableRecord(3, "1. green 5-2").told, transcript.UnreadableRecord),
    ProblemKind(
        "unknown-record-version", 422, "The record is of another version",
        "The record was written by another release, in a form or under a version of its rule set that is not known "
        "here.",
        transcript.UnknownRecordVersion("record", 2, 1).told, transcript.UnknownRecordVersion),
    ProblemKind(
        "broken-record", 422, "The record breaks a rule",
        "Every command of a record is judged again. The member command tells which one the rules refuse, counted "
        "from 0, and rule which rule that is; command is null when only the result is wrong.",
        transcript.BrokenRecord(Message("Roll the dice first."), 2, _PLAYED).told, transcript.BrokenRecord),
    ProblemKind(
        "unknown-lesson", 422, "There is no such lesson",
        "See /v1/lessons for those that there are.",
        lessons.UnknownLesson("chess").told, lessons.UnknownLesson),
    ProblemKind(
        "unreadable-play", 422, "The play cannot be read",
        "A play is written as hand/20, bar/18, 13/8 or 6/off, with spaces between the steps.",
        moves.UnreadablePlay("13-8").told, moves.UnreadablePlay),
    ProblemKind(
        "headers-too-large", 431, "The headers are too large",
        "A request has at most 50 headers, each of at most 4,096 characters.",
        Message("The request has too many headers, or one that is too long, so that it was not read.")),
    ProblemKind(
        "quota-exceeded", 429, "Too much at once",
        "Who runs the service has limited how much one address, one API key or one seat may ask for in a time. The "
        "fields RateLimit and RateLimit-Policy tell what is left of it, Retry-After when to come back.",
        limiter.QuotaExceeded("creates-per-address/3600", Allowance(100, 3600), 1200).told, limiter.QuotaExceeded),
    ProblemKind(
        "internal-error", 500, "The service made a mistake",
        "Something went wrong that should not; it is logged under the request id in X-Request-Id.",
        Message("Something went wrong here. It is logged with the id of this request.")),
    ProblemKind(
        "broken-log", 500, "The stored game is damaged",
        "The log of the game does not follow from the rules, so it cannot be shown as it was.",
        services.BrokenLog(_GAME, 5).told, services.BrokenLog),
    ProblemKind(
        "unknown-transfer-coding", 501, "The body is encoded in an unknown way",
        "Send bodies whole or in chunks, without another Transfer-Encoding.",
        Message("The service does not know this Transfer-Encoding, so that the request was not read.")),
    ProblemKind(
        "store-unavailable", 503, "The game store cannot be used now",
        "The store of games does not answer or takes no writes. Repeat the request after Retry-After, with the "
        "same Idempotency-Key: it is carried out once.",
        ports.StoreUnavailable("it does not answer").told, ports.StoreUnavailable),
    ProblemKind(
        "too-many-listeners", 503, "Too many are listening",
        "A server keeps a limited number of event streams and waiting reads open, for each game, for each address "
        "and in all. Try again after Retry-After, or read the log without waiting.",
        listeners.TooManyListeners("game", 500).told, listeners.TooManyListeners),
    ProblemKind(
        "newer-format", 503, "The game was stored by a newer release",
        "This server is older than the one that stored the game. Try again when it has been updated.",
        codec.NewerFormat(codec.FORMAT + 1).told, codec.NewerFormat),
    ProblemKind(
        "secret-retired", 503, "The game's secret is gone",
        "The game was created under a service secret that this server was not given.",
        keyring.RetiredSecret("3fd1c2aa").told, keyring.RetiredSecret),
    ProblemKind(
        "not-ready", 503, "The service is not ready",
        "Send no traffic here for now; the member reasons says why.",
        Message("The store cannot be used: it is still loading its data.")),
)  # fmt: skip

# No request meets these: they stop the service from starting.
NOT_OVER_HTTP = (
    api_keys.UnreadableApiKey,
    config.InvalidSettings,
    keyring.WeakSecret,
    address.UnsupportedStoreUrl,
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
