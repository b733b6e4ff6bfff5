"""The rules of the games as functions over the two records; the numbers in comments are those of the rules page."""
