"""Every page of the service and where it answers."""

from django.urls import path

from web.views import accounts, boards, bots, events, health, home, live, pages, players, tables

urlpatterns = [
    path("", home.show, name="home"),
    path("healthz", health.show, name="health"),
    path("events", events.index, name="events"),
    path("events/<slug:public_id>", events.show, name="event"),
    path("events/<slug:public_id>/enter", events.enter, name="event-enter"),
    path("events/<slug:public_id>/withdraw", events.withdraw, name="event-withdraw"),
    path("events/<slug:public_id>/check-in", events.check_in, name="event-check-in"),
    path("tables", tables.index, name="tables"),
    path("tables/<slug:public_id>", tables.show, name="table"),
    path("boards", boards.index, name="boards"),
    path("boards/<slug:game>/<slug:division>", boards.show, name="board"),
    path("players/<slug:public_id>", players.show, name="player"),
    path("bots", bots.index, name="bots"),
    path("bots/new", bots.create, name="bot-new"),
    path("bots/<slug:public_id>/tokens", bots.create_token, name="token-new"),
    path("tokens/<int:token_id>/revoke", bots.revoke_token, name="token-revoke"),
    path("rules", pages.rules, name="rules"),
    path("rules/<slug:game>", pages.game_rules, name="game-rules"),
    path("preferences", pages.preferences, name="preferences"),
    path("sign-in", accounts.sign_in, name="sign-in"),
    path("sign-out", accounts.sign_out, name="sign-out"),
    path("sign-up", accounts.sign_up, name="sign-up"),
    path("password/forgotten", accounts.forgotten, name="password-forgotten"),
    path("password/new/<str:uid>/<str:key>", accounts.new_password, name="password-new"),
    path("live/home", live.home, name="live-home"),
    path("live/table/<slug:public_id>", live.table, name="live-table"),
    path("live/event/<slug:public_id>", live.event, name="live-event"),
]
