"""Strict marshmallow fields: what JSON says is what counts, nothing is converted; they know no game rule."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from marshmallow import RAISE, Schema, ValidationError, fields, validate

from acey_deucey.wording import Message, either

LINE_PATTERN = r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$"

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_DIGITS = re.compile(r"\d{1,15}", re.ASCII)


class Length(validate.Length):
    """marshmallow's, telling what is wrong as a message."""

    def _format_error(self, value: Any, message: str) -> Any:
        return [Message(message, {"min": self.min, "max": self.max, "equal": self.equal})]


class OneOf(validate.OneOf):
    """marshmallow's, telling what is wrong as a message."""

    def _format_error(self, value: Any) -> Any:
        return [_one_of(self.choices_text)]


def _one_of(words: str) -> Message:
    return Message("Must be one of {words}.", {"words": words})


class Strict(Schema):
    """A schema that refuses unknown fields; ``shape`` tells the document which fields go together."""

    shape: ClassVar[Mapping[str, Any]] = {}

    class Meta:
        unknown = RAISE


class Whole(fields.Integer):
    """A JSON number without fraction, within a range; no text and no true."""

    def __init__(self, low: int, high: int, **more: Any) -> None:
        super().__init__(strict=True, validate=validate.Range(low, high), **more)
        self.low, self.high = low, high

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        if type(value) is not int or not self.low <= value <= self.high:
            raise ValidationError(
                [Message("Must be a whole number from {low} to {high}.", {"low": self.low, "high": self.high})]
            )
        return value


class QueryWhole(Whole):
    """A whole number written in a query: ASCII digits and nothing else."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        number = int(value) if _DIGITS.fullmatch(value) else self.low - 1
        return super()._deserialize(number, attr, data, **more)


class Flag(fields.Boolean):
    """true or false; no text and no number."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> bool:
        if type(value) is not bool:
            raise ValidationError("Must be true or false.")
        return value


class QueryFlag(fields.Boolean):
    """true or false written in a query, in these letters."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> bool:
        if value not in ("true", "false"):
            raise ValidationError("Must be true or false.")
        return bool(value == "true")


class Line(fields.String):
    """A line of text up to a length, without control characters."""

    def __init__(self, longest: int, shortest: int = 0, **more: Any) -> None:
        metadata = {"pattern": LINE_PATTERN}
        super().__init__(validate=Length(shortest, longest), metadata=metadata, **more)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        text = super()._deserialize(value, attr, data, **more)
        if _CONTROL.search(text):
            raise ValidationError("Must not contain control characters.")
        return text


class Table(fields.Dict):
    """An object of up to ``most`` members whose names are values too."""

    def __init__(self, keys: fields.Field[Any], values: fields.Field[Any], most: int, **more: Any) -> None:
        super().__init__(keys=keys, values=values, **more)
        self.most = most

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if isinstance(value, dict) and len(value) > self.most:
            raise ValidationError([Message("Must not have more than {most} members.", {"most": self.most})])
        return super()._deserialize(value, attr, data, **more)  # type: ignore[no-untyped-call]


class Choice(fields.String):
    """One of a few words."""

    def __init__(self, words: Sequence[str], **more: Any) -> None:
        told = [_one_of(", ".join(words))]
        super().__init__(validate=OneOf(words), error_messages={"invalid": told}, **more)


class ChoiceOr(fields.Field[Any]):
    """One of a few words, or an object of a schema."""

    def __init__(self, words: Sequence[str], schema: Schema, **more: Any) -> None:
        super().__init__(**more)
        self.words, self.schema = words, schema
        self.refusal = Message("Must be {words}, or an object.", {"words": either(f'"{word}"' for word in words)})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if isinstance(value, dict):
            return self.schema.load(value)
        if isinstance(value, str) and value in self.words:
            return value
        raise ValidationError([self.refusal])


class Place(fields.Field[int]):
    """Where a checker is or goes: one of a few names, or a point from 1 to 24."""

    def __init__(self, names: Mapping[str, int], **more: Any) -> None:
        words = either(f'"{name}"' for name in names)
        super().__init__(metadata={"oneOf": [{"type": "string", "enum": list(names)}, POINT]}, **more)
        self.names, self.refusal = names, Message("Must be {words}, or a point from 1 to 24.", {"words": words})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> int:
        if isinstance(value, str) and value in self.names:
            return self.names[value]
        if type(value) is int and 1 <= value <= 24:
            return value
        raise ValidationError([self.refusal])


POINT = {"type": "integer", "minimum": 1, "maximum": 24}


class Scalar(fields.Field[Any]):
    """A single JSON value, no list and no object; what it may be is decided elsewhere."""

    def __init__(self, longest: int = 100, **more: Any) -> None:
        super().__init__(allow_none=True, **more)
        self.longest = longest

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if isinstance(value, list | dict) or (isinstance(value, str) and len(value) > self.longest):
            raise ValidationError("Must be a single value, not a list, an object or a long text.")
        return value


class Either(fields.Field[Any]):
    """A value that is a line of text or an object of a schema."""

    def __init__(self, longest: int, schema: Schema, **more: Any) -> None:
        super().__init__(**more)
        self.longest, self.text, self.schema = longest, Line(longest), schema

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if isinstance(value, str):
            return self.text.deserialize(value)
        if isinstance(value, dict):
            return self.schema.load(value)
        raise ValidationError("Must be a line of text or an object.")


class Written(Either):
    """A whole text or an object of a schema, which others read: here it stays as it was sent."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **more: Any) -> Any:
        if isinstance(value, dict) or (isinstance(value, str) and len(value) <= self.longest):
            return value
        raise ValidationError("Must be a text or an object.")
