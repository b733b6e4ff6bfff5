"""What is written about matches: reports with charts and insights, and files of rows for other programs."""
