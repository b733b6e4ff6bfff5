"""The bots that run inside the compiled kernel."""
