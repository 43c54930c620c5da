"""Drawings as numbers: where boxes, lines and labels stand. No Django, no colours, no markup."""
