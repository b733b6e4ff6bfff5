"""The random bot: every legal action is equally likely."""
