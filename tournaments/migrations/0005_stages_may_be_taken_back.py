"""Stages that began before they noted when did so with their event."""

from django.db import migrations
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce


def note_the_start(apps, schema_editor):
    stages = apps.get_model("tournaments", "Stage").objects.filter(started_at=None)
    events = apps.get_model("tournaments", "Tournament").objects.filter(pk=OuterRef("tournament"))
    stages.update(
        started_at=Coalesce(
            Subquery(events.values("started_at")[:1]), Subquery(events.values("created_at")[:1])
        )
    )


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0004_tables_may_be_struck")]

    operations = [migrations.RunPython(note_the_start, migrations.RunPython.noop)]
