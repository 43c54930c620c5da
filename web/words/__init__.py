"""Words that pages say: names of games, spans of time, reasons."""
