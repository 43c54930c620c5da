"""One module a page, or a few that belong together: parse, ask or act, show."""
