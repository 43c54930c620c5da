"""Operators see who there is, shut logins, revoke tokens, and invite."""

from __future__ import annotations

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from unfold.admin import ModelAdmin
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from players.actions import create_invitation, revoke_token
from players.admin_bases import ReadOnly
from players.models import Invitation, Player, Token, User
from players.tokens import digest_of

admin.site.unregister(Group)  # Who is staff may direct; there are no finer rights.


@admin.register(User)
class UserAdmin(DjangoUserAdmin, ModelAdmin):  # type: ignore[misc,type-arg]  # unfold is not typed
    """Logins are shut, not deleted: what they played stands."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("username", "email", "is_active", "is_staff", "is_superuser", "last_login")
    list_filter = ("is_active", "is_staff", "is_superuser")
    search_fields = ("username", "email", "players__handle")
    ordering = ("username",)
    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "email", "password")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = (
        (None, {"fields": ("username", "email", "usable_password", "password1", "password2")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Player)
class PlayerAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    list_display = ("handle", "kind", "owner", "strategy", "version_label", "created_at")
    list_filter = ("kind", ("strategy", admin.EmptyFieldListFilter))
    list_select_related = ("owner",)
    search_fields = ("handle", "public_id", "owner__username")
    ordering = ("-id",)


@admin.register(Token)
class TokenAdmin(ReadOnly, ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    """The fingerprint stays out of it: nothing here lets anybody in."""

    fields = (
        "prefix",
        "name",
        "owner",
        "player",
        "scopes",
        "created_at",
        "expires_at",
        "last_used_at",
        "revoked_at",
    )
    list_display = ("prefix", "name", "owner", "player", "last_used_at", "expires_at", "revoked_at")
    list_filter = (("revoked_at", admin.EmptyFieldListFilter),)
    list_select_related = ("owner", "player")
    search_fields = ("prefix", "name", "owner__username", "player__handle")
    ordering = ("-id",)
    actions = ("revoke",)

    @admin.action(description="Revoke: they speak for nobody from now on", permissions=["view"])
    def revoke(self, request: HttpRequest, chosen: QuerySet[Token]) -> None:
        for token in chosen.select_related("owner"):
            revoke_token(owner=token.owner, token_id=token.pk)
        self.message_user(request, f"Revoked: {chosen.count()}.", messages.SUCCESS)


@admin.register(Invitation)
class InvitationAdmin(ModelAdmin):  # type: ignore[misc]  # unfold is not typed
    """Its text is shown once, when it is made."""

    fields = ("note",)
    list_display = ("note", "created_by", "created_at", "used_by")
    list_select_related = ("created_by", "used_by")
    ordering = ("-id",)

    def save_model(self, request: HttpRequest, obj: Invitation, form: object, change: bool) -> None:
        if change:
            obj.save(update_fields=["note"])
            return
        operator = User.objects.get(username=request.user.get_username())
        text = create_invitation(created_by=operator, note=obj.note)
        obj.pk = Invitation.objects.get(digest=digest_of(text)).pk
        self.message_user(
            request,
            f"The invitation is {text} . Copy it now: only a fingerprint of it is kept.",
            messages.WARNING,
        )
