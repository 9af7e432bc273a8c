//! Games, scores, settings and layouts in SQLite, and an in-memory twin.
