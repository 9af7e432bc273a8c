//! The record of a finished game.
