"""Who plays: logins, rated identities and their tokens."""
