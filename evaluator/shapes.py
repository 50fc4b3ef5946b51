"""The fields and bounds that request schemas are made of; each refuses with a class, and with its bounds."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, validate

from evaluator.bulk import Rows
from evaluator.refusals import NotAllowed, OutOfRange, WrongType, too_many


class Between(validate.Range):
    """A range whose refusal gives the bounds."""

    def __call__(self, value: Any) -> Any:
        if not self.min <= value <= self.max:
            bounds = {"min": self.min, "max": self.max}
            raise ValidationError([OutOfRange(f"{value} is not from {self.min} to {self.max}", bounds=bounds)])
        return value


class Sized(validate.Length):
    """A length whose refusal gives the bounds."""

    def __call__(self, value: Any) -> Any:
        least, most = self.min or 0, self.max
        if len(value) < least or (most is not None and len(value) > most):
            bounds = {"min": least, "max": most}
            detail = f"the length is {len(value)}, not from {least} to {most}"
            raise ValidationError([OutOfRange(detail, bounds=bounds)])
        return value


class Counted(Sized):
    """How many hands or showdowns a request may hold; one too many is too large a request."""

    def __call__(self, value: Any) -> Any:
        if self.max is not None and len(value) > self.max:
            raise ValidationError([too_many(len(value), self.max)])
        return super().__call__(value)


class Listed(validate.OneOf):
    """A closed set whose refusal lists it."""

    def __call__(self, value: Any) -> Any:
        if value not in self.choices:
            allowed = list(self.choices)
            shown = f"'{str(value)[:40]}' is not one of {', '.join(map(str, allowed))}"
            raise ValidationError([NotAllowed(shown, allowed=allowed)])
        return value


class Whole(fields.Integer):
    """A JSON integer: no fraction, no string, no boolean."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if type(value) is not int:
            raise ValidationError([WrongType("a whole number is needed")])
        return value


class Flag(fields.Boolean):
    """A JSON boolean, and nothing that looks like one."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError([WrongType("true or false is needed")])
        return value


class Cards(fields.Raw):
    """Cards, as one string or a list of codes; read by `cards.parse_cards`."""


class Hands(fields.List[Any]):
    """A list of cards whose elements are read, and refused, by `batches.py`: marshmallow would take seconds."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        if not isinstance(value, (list, Rows)):
            raise ValidationError([WrongType("a list of hands is needed")])
        return value
