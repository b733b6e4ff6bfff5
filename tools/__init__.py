"""Programs for the development of Branchline."""
