"""How the table of each game is shown: from what everybody may see to rows and words."""
