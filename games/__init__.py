"""Tables: deals, moves, deadlines, and the pure rules beneath them."""
