//! Views to pixels and to words: board, hand, deployment.
