"""Every address under /api/v1/, on one page."""

from __future__ import annotations

from django.urls import path, register_converter

from api import (
    accounts,
    acts,
    bots,
    draws,
    formats,
    games,
    leaderboards,
    players,
    series,
    tables,
    tokens,
    tournaments,
    turns,
)


class PublicId:
    """Twelve letters and digits; anything else is no address at all."""

    regex = "[0-9a-z]{12}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(PublicId, "pid")

urlpatterns = [
    path("accounts", accounts.Accounts.as_view()),
    path("sign-in", accounts.SignIn.as_view()),
    path("password-resets", accounts.PasswordResets.as_view()),
    path("password-resets/used", accounts.NewPassword.as_view()),
    path("token", tokens.OwnToken.as_view()),
    path("tokens", tokens.Tokens.as_view()),
    path("tokens/<slug:prefix>", tokens.OneToken.as_view()),
    path("bots", bots.Bots.as_view()),
    path("games", games.Games.as_view()),
    path("games/<slug:code>", games.OneGame.as_view()),
    path("turns", turns.Turns.as_view()),
    path("tables", tables.Tables.as_view()),
    path("tables/<pid:table_id>", tables.OneTable.as_view()),
    path("tables/<pid:table_id>/join", tables.Seats.as_view()),
    path("tables/<pid:table_id>/start", tables.Start.as_view()),
    path("tables/<pid:table_id>/nonce", tables.Nonce.as_view()),
    path("tables/<pid:table_id>/moves", tables.Moves.as_view()),
    path("tables/<pid:table_id>/leave", tables.Leave.as_view()),
    path("tables/<pid:table_id>/record", tables.Record.as_view()),
    path("tables/<pid:table_id>/verify", tables.Verify.as_view()),
    path("tables/<pid:table_id>/log", tables.Log.as_view()),
    path("formats", formats.Formats.as_view()),
    path("tournaments", tournaments.Tournaments.as_view()),
    path("tournaments/<pid:tournament_id>", tournaments.OneTournament.as_view()),
    path("tournaments/<pid:tournament_id>/open", tournaments.Open.as_view()),
    path("tournaments/<pid:tournament_id>/start", tournaments.Start.as_view()),
    path("tournaments/<pid:tournament_id>/cancel", tournaments.Cancel.as_view()),
    path("tournaments/<pid:tournament_id>/entrants", tournaments.Entrants.as_view()),
    path("tournaments/<pid:tournament_id>/check-in", tournaments.CheckIn.as_view()),
    path("tournaments/<pid:tournament_id>/withdraw", tournaments.Withdraw.as_view()),
    path("tournaments/<pid:tournament_id>/bracket", tournaments.Bracket.as_view()),
    path("tournaments/<pid:tournament_id>/standings", tournaments.Standings.as_view()),
    path("tournaments/<pid:tournament_id>/export", tournaments.Export.as_view()),
    path("tournaments/<pid:tournament_id>/acts", tournaments.Acts.as_view()),
    path("tournaments/<pid:tournament_id>/blockers", acts.Blockers.as_view()),
    path("tournaments/<pid:tournament_id>/forecast", draws.ForecastView.as_view()),
    path("tournaments/<pid:tournament_id>/seeds", draws.Seeds.as_view()),
    path("series", series.AllSeries.as_view()),
    path("series/<pid:series_id>", series.OneSeries.as_view()),
    path("series/<pid:series_id>/stop", series.StopSeries.as_view()),
    path("leaderboards", leaderboards.Pools.as_view()),
    path("leaderboards/<slug:game>/<slug:division>", leaderboards.Leaderboard.as_view()),
    path("players", players.Players.as_view()),
    path("players/<pid:player_id>", players.OnePlayer.as_view()),
    path("players/<pid:player_id>/history/<slug:game>/<slug:division>", players.History.as_view()),
]
