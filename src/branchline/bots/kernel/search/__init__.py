"""Information-set tree search inside the compiled kernel."""
