"""The client for the HTTP API of acey-deucey, sync and async: names only. README.md beside this file shows its use.

It knows the contract and nothing else of the service, which may run any release.
"""

from acey_deucey.client import events
from acey_deucey.client.async_client import AsyncClient
from acey_deucey.client.async_games import AsyncGameHandle
from acey_deucey.client.calls import How, NewGame
from acey_deucey.client.errors import (
    Expired,
    Failure,
    IllegalMove,
    LostRace,
    NoAnswer,
    NotAllowed,
    NotFound,
    Outpaced,
    Problem,
    RateLimited,
    Refused,
    SeatIsTaken,
    ServiceMistake,
    ServiceTrouble,
    StaleVersion,
    Unavailable,
    UnexpectedAnswer,
    UnreadablePlay,
    WrongRequest,
    WrongSeat,
    WrongState,
)
from acey_deucey.client.events import Entry, Event
from acey_deucey.client.game import Applied, Game
from acey_deucey.client.rulesets import Comparison, Ruleset, RulesetDetails
from acey_deucey.client.sync_client import Client
from acey_deucey.client.sync_games import GameHandle
from acey_deucey.client.values import (
    Branch,
    Legal,
    Play,
    Player,
    Plays,
    PlaysTree,
    Position,
    ProblemKind,
    Readiness,
    RefereePlays,
    Result,
    Rule,
    RuleReference,
    Side,
    Step,
    Turn,
)

__all__ = [
    "Applied",
    "AsyncClient",
    "AsyncGameHandle",
    "Branch",
    "Client",
    "Comparison",
    "Entry",
    "Event",
    "Expired",
    "Failure",
    "Game",
    "GameHandle",
    "How",
    "IllegalMove",
    "Legal",
    "LostRace",
    "NewGame",
    "NoAnswer",
    "NotAllowed",
    "NotFound",
    "Outpaced",
    "Play",
    "Player",
    "Plays",
    "PlaysTree",
    "Position",
    "Problem",
    "ProblemKind",
    "RateLimited",
    "Readiness",
    "RefereePlays",
    "Refused",
    "Result",
    "Rule",
    "RuleReference",
    "Ruleset",
    "RulesetDetails",
    "SeatIsTaken",
    "ServiceMistake",
    "ServiceTrouble",
    "Side",
    "StaleVersion",
    "Step",
    "Turn",
    "Unavailable",
    "UnexpectedAnswer",
    "UnreadablePlay",
    "WrongRequest",
    "WrongSeat",
    "WrongState",
    "events",
]
