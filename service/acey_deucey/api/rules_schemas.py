"""The shape of rule sets, options and rules as they are answered, for the OpenAPI document."""

from marshmallow import fields

from acey_deucey.api.response_schemas import Many, Number, Object, Part, Text, View


def Value() -> fields.Raw:  # noqa: N802
    """The value of an option."""
    return fields.Raw(required=True, allow_none=True)


class Ruleset(View):
    id = Text()
    version = Number()
    title = Text()
    summary = Text()
    sources = Many(fields.String())
    options = Object()
    href = Text()


class Rulesets(View):
    rulesets = Many(fields.Nested(Ruleset))


class OptionExample(View):
    options = Object(metadata={"description": "What departs from the American rules."})
    position = Text()
    before = Many(fields.Dict(), metadata={"description": "Commands that lead to the situation."})
    accepted = Object()
    points = Number(allow_none=True)
    refused = Object()
    problem = Text()


class OptionChoice(View):
    value = Value()
    meaning = Text()
    example = Part(OptionExample)


class OptionValue(View):
    value = Value()
    meaning = Text()


class OptionDetails(OptionChoice):
    option = Text()
    decides = Text()
    choices = Many(fields.Nested(OptionValue))
    sources = Many(fields.String())


class RulesetDetails(Ruleset):
    details = Many(fields.Nested(OptionDetails))


class Difference(View):
    option = Text()
    decides = Text()
    choices = Many(fields.Nested(OptionValue))
    sources = Many(fields.String())
    left = Part(OptionChoice)
    right = Part(OptionChoice)


class Comparison(View):
    left = Part(Ruleset)
    right = Part(Ruleset)
    differences = Many(fields.Nested(Difference))


class Rule(View):
    slug = Text()
    id = Text()
    title = Text()
    text = Text()
    sources = Many(fields.String())
    problems = Many(fields.String())
    href = Text()


class RuleList(View):
    rules = Many(fields.Nested(Rule))
