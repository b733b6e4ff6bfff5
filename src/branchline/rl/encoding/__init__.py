"""The encoding of a board for learning: observations and actions as arrays, and their Gymnasium spaces."""
