"""docs/formats/points.md says what the code does."""

from pathlib import Path

from tournaments.formats.customs import CUSTOMS
from tournaments.formats.scoring import POINT_VECTORS
from tournaments.formats.tie_breaks import TIE_BREAKS

PAGE = (Path(__file__).parents[2] / "docs/formats/points.md").read_text()


def test_every_tie_break_stands_there_with_its_formula():
    for rule in TIE_BREAKS.values():
        assert f"| `{rule.code}` | {rule.name} | {rule.formula} |" in PAGE


def test_every_custom_of_points_stands_there():
    for code, vector in POINT_VECTORS.items():
        assert f"| `{code}` | {vector.says} |" in PAGE


def test_every_custom_stands_there_with_what_it_sets():
    for code, custom in CUSTOMS.items():
        codes = ", ".join(f"`{each}`" for each in custom.tie_breaks)
        row = f"| `{code}` | {custom.name} | {custom.says} | `{custom.points}` | {codes} |"
        assert row in PAGE
