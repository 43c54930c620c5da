"""Whether an event can be played as it was set up; every refusal says why."""

from __future__ import annotations

from collections.abc import Iterable

from games.actions.opening import checked_patience
from games.rules.registry import game as game_of
from games.rules.registry import rules_for
from players.names import plain_name
from tournaments.errors import BadTournament
from tournaments.formats.chain import (
    MOST_TRIED,
    StagePlan,
    chain_problems,
    is_dynamic,
    known_sizes,
)
from tournaments.formats.registry import UnknownFormat, format_for
from tournaments.formats.settings import Problem
from tournaments.match_plans import problems_for, seats_of_a_table
from tournaments.models import Tournament
from tournaments.schedules import schedule_problems
from tournaments.stage_plans import plans_of

LONGEST_DESCRIPTION = 2000
MOST_ENTRANTS = 4096
LONGEST_CHECK_IN = 7 * 86_400
MOST_PLAYERS = 5
MOST_TABLES_EACH = 100
MOST_LATE_ROUNDS = 50
# What a problem of a match plan is about, where that is no field of the plan.
ELSEWHERE = {"seats": "config.seats", "team_size": "team_size", "": "match_plan"}


def check_settings(tournament: Tournament) -> None:
    """Refuse what cannot be played, and spell out name, options and fewest entrants.

    Nothing is stored. Raises what `create_tournament` raises.
    """
    _check_shapes(tournament)
    _check_chain(tournament)
    plans = plans_of(tournament)
    _check_stages(tournament, plans)
    seats = seats_of_a_table(
        tournament.match_plan, tournament.team_size, plans[0].style.seats(tournament.config)
    )
    rules = rules_for(tournament.game, tournament.options, seats)
    tournament.options = dict(rules.options)
    tournament.name = plain_name(tournament.name)
    checked_patience(tournament.patience_seconds)
    _check_numbers(tournament)
    _refuse(_possible(tournament, plans[0]))
    tournament.min_entrants = _fewest(tournament)
    _check_times(tournament)
    _check_schedule(tournament, plans)
    _refuse_other("seeding", tournament.seeding, Tournament.Seeding.values)
    length = len(tournament.description)
    if length > LONGEST_DESCRIPTION:
        text = f"A description has at most {LONGEST_DESCRIPTION} characters; got {length}."
        raise BadTournament("description", text)


def cannot_start_with(tournament: Tournament, entrants: int) -> str:
    """Why so many cannot play the event; empty if they can, as far as that is known."""
    plans = plans_of(tournament)
    for plan, size in zip(plans, known_sizes(plans, entrants), strict=True):
        if size is not None:
            for problem in plan.style.validate(plan.config, size):
                return f"{f'Stage {plan.number}: ' if plan.number > 1 else ''}{problem.message}"
    return ""


def _check_shapes(tournament: Tournament) -> None:
    """JSON is an edge: what should be an object or a flag is one."""
    for field in ("options", "config", "match_plan", "schedule"):
        if not isinstance(getattr(tournament, field), dict):
            text = f"Expected an object, not {getattr(tournament, field)!r}."
            raise BadTournament(field, text)
    for field in ("casual", "check_in"):
        if type(getattr(tournament, field)) is not bool:
            text = f"Expected true or false, not {getattr(tournament, field)!r}."
            raise BadTournament(field, text)
    for field in ("game", "format", "description", "seeding"):
        if not isinstance(getattr(tournament, field), str):
            raise BadTournament(field, f"Expected a text, not {getattr(tournament, field)!r}.")


def _check_chain(tournament: Tournament) -> None:
    game_of(tournament.game)
    try:
        format_for(tournament.format)
    except UnknownFormat as error:
        raise BadTournament("format", str(error)) from error
    most = tournament.max_entrants if type(tournament.max_entrants) is int else None
    _refuse(chain_problems(tournament.later_stages, most=most))


def _check_stages(tournament: Tournament, plans: tuple[StagePlan, ...]) -> None:
    size = tournament.team_size
    if type(size) is not int or not 1 <= size <= MOST_PLAYERS:
        raise BadTournament(
            "team_size", f"An entrant has 1 to {MOST_PLAYERS} players, not {size!r}."
        )
    for plan, entrants in zip(plans, known_sizes(plans, None), strict=True):
        where = "" if plan.number == 1 else f"later_stages[{plan.number - 2}]."
        _refuse(_stage_problems(tournament, plan, where, entrants))


def _stage_problems(
    tournament: Tournament, plan: StagePlan, where: str, entrants: int | None
) -> Iterable[Problem]:
    """How many come is not known here, except where a cut says it."""
    found = [
        Problem(f"{where}config.{problem.field}", problem.message)
        for problem in plan.style.validate(plan.config, entrants or 2)
        if entrants is not None or problem.field != "entrants"
    ]
    if found:
        return found
    seats = plan.style.seats(plan.config)
    return [
        Problem(
            where + ELSEWHERE.get(problem.field, f"match_plan.{problem.field}"), problem.message
        )
        for problem in problems_for(tournament.game, tournament.team_size, plan.match_plan, seats)
    ]


def _possible(tournament: Tournament, plan: StagePlan) -> Iterable[Problem]:
    """Some number of entrants that may come can be played with."""
    least, most = tournament.min_entrants, tournament.max_entrants
    highest = min(most or least + MOST_TRIED, least + MOST_TRIED)
    refusals = [plan.style.validate(plan.config, n) for n in range(least, highest + 1)]
    if all(refusals):
        yield Problem("min_entrants", refusals[0][0].message)


def _fewest(tournament: Tournament) -> int:
    """As few as were asked for, or as the stages can be played with, where those are more."""
    least = tournament.min_entrants
    most = min(tournament.max_entrants or least + MOST_TRIED, least + MOST_TRIED)
    tried = range(least, most + 1)
    return next((n for n in tried if not cannot_start_with(tournament, n)), least)


def _check_numbers(tournament: Tournament) -> None:
    least, most = tournament.min_entrants, tournament.max_entrants
    if type(least) is not int or not 2 <= least <= MOST_ENTRANTS:
        raise BadTournament(
            "min_entrants", f"An event needs 2 to {MOST_ENTRANTS} entrants, not {least!r}."
        )
    if most is not None and (type(most) is not int or not least <= most <= MOST_ENTRANTS):
        raise BadTournament(
            "max_entrants", f"An event takes {least} to {MOST_ENTRANTS} entrants, not {most!r}."
        )
    each = tournament.max_tables_each
    if each is not None and (type(each) is not int or not 1 <= each <= MOST_TABLES_EACH):
        text = f"A player sits at 1 to {MOST_TABLES_EACH} tables at once, not {each!r}."
        raise BadTournament("max_tables_each", text)


def _check_times(tournament: Tournament) -> None:
    starts_at, opens_before = tournament.starts_at, tournament.check_in_seconds
    if starts_at is not None and starts_at.tzinfo is None:
        raise BadTournament("starts_at", "A start needs its time zone, such as 19:00Z.")
    if starts_at is not None and starts_at < tournament.created_at:
        raise BadTournament(
            "starts_at", f"A start lies ahead; {starts_at:%d %b %Y %H:%M} UTC is over."
        )
    if tournament.check_in and starts_at is None:
        raise BadTournament("check_in", "Check-in ends at the start, so it needs a time of start.")
    if type(opens_before) is not int or not 1 <= opens_before <= LONGEST_CHECK_IN:
        raise BadTournament(
            "check_in_seconds",
            f"Check-in opens 1 to {LONGEST_CHECK_IN} seconds before, not {opens_before!r}.",
        )


def _check_schedule(tournament: Tournament, plans: tuple[StagePlan, ...]) -> None:
    _refuse(schedule_problems(tournament.schedule, tournament.time_zone))
    timed = [plan for plan in plans if any(each.name == "minutes" for each in plan.style.settings)]
    if tournament.schedule and timed:
        text = f"{timed[0].style.name} runs for a time and has no rounds that could be set apart."
        raise BadTournament("schedule", text)
    late, first = tournament.late_entry_rounds, plans[0]
    if type(late) is not int or not 0 <= late <= MOST_LATE_ROUNDS:
        text = f"Late entry lasts for 0 to {MOST_LATE_ROUNDS} rounds, not {late!r}."
        raise BadTournament("late_entry_rounds", text)
    if late and not is_dynamic(first.style, first.config):
        text = f"{first.style.name} is drawn whole at the start, so that nobody can come later."
        raise BadTournament("late_entry_rounds", text)


def _refuse(problems: Iterable[Problem]) -> None:
    """Raises BadTournament with the first of them."""
    for problem in problems:
        raise BadTournament(problem.field, problem.message)


def _refuse_other(field: str, value: str, choices: list[str]) -> None:
    if value not in choices:
        raise BadTournament(field, f"Expected {' or '.join(choices)}, not {value!r}.")
