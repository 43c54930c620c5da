"""Small words and marks that many pages share."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import format_html

from web.drawings.cards import index_of, spoken
from web.drawings.podium import Step, steps
from web.words import games as game_words
from web.words import spans
from web.words.seats import ordinal as ordinal_words

register = template.Library()

THIN_SPACE = "\N{NARROW NO-BREAK SPACE}"


@register.filter
def thousands(number: int | None) -> str:
    """3411 as 3 411, with a space that neither breaks nor yawns."""
    return "–" if number is None else f"{number:,}".replace(",", THIN_SPACE).replace("-", "–")


@register.filter
def signed(number: int) -> str:
    return "0" if number == 0 else f"+{number}" if number > 0 else f"–{-number}"


@register.filter
def ordinal(place: int) -> str:
    return ordinal_words(place)


@register.filter
def percent(share: float) -> str:
    return f"{share:.0%}"


@register.filter
def game_name(code: str) -> str:
    return game_words.name_of(code)


@register.filter
def span(seconds: int) -> str:
    """A patience in words: 30 s, 5 min, 2 d."""
    return spans.in_words(seconds)


@register.filter
def milliseconds(instant: dt.datetime | None) -> str:
    return "" if instant is None else str(round(instant.timestamp() * 1000))


@register.filter
def podium_steps(places: Sequence[Any]) -> list[Step]:
    """The steps of rows that have a place and a name."""
    return list(steps([(row.place, row.name) for row in places]))


@register.filter
def back_places(count: int | None) -> list[int]:
    """Where the backs of so many cards stand in a small fan."""
    return [number * 4 for number in range(min(count or 0, 17))]


@register.inclusion_tag("web/parts/cards.html")
def cards(names: Sequence[str]) -> dict[str, Any]:
    """Cards in running text: rank and small pip, read out in words."""
    shown = [(index_of(name), name[1].lower()) for name in names]
    return {"cards": shown, "says": spoken(names)}


@register.inclusion_tag("web/parts/glyph.html")
def podium_glyph(place: int | None, is_bare: bool = False) -> dict[str, Any]:
    """The mark of places 1 to 3: three steps, the reached one filled; then the number."""
    return {"place": place, "is_bare": is_bare}


@register.simple_tag
def when(instant: dt.datetime | None, style: str = "time") -> str:
    """An instant in UTC, put into the reader's zone by the script; `style`: time or date."""
    if instant is None:
        return "–"
    shown = f"{instant:%d %b %Y}" if style == "date" else f"{instant:%H:%M} UTC"
    return format_html(
        '<time datetime="{}" data-when="{}">{}</time>', instant.isoformat(), style, shown
    )


@register.simple_tag
def clock(deadline: dt.datetime | None, now: dt.datetime) -> str:
    """The time left until a deadline, counted on from here by the script."""
    if deadline is None:
        return ""
    return format_html(
        '<time data-deadline="{}" data-now="{}" role="timer" aria-live="off">{}</time>',
        milliseconds(deadline),
        milliseconds(now),
        spans.left(max(0, int((deadline - now).total_seconds()))),
    )


@register.inclusion_tag("web/parts/bar.html")
def time_bar(
    deadline: dt.datetime | None, now: dt.datetime, patience_seconds: int
) -> dict[str, Any]:
    left = 0.0 if deadline is None else (deadline - now).total_seconds()
    share = min(max(left / patience_seconds, 0.0), 1.0)
    return {
        "deadline": deadline,
        "now": now,
        "patience": patience_seconds * 1000,
        "percent": round(share * 100),
    }
