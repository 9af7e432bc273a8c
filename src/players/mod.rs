//! Computer players: a view in, a command out.
