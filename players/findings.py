"""What an audit finds: an invariant of the stored data that does not hold."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """`code` names the invariant, `subject` the row, `text` what was expected and what is there."""

    code: str
    subject: str
    text: str

    def __str__(self) -> str:
        return f"{self.code}  {self.subject}: {self.text}"
