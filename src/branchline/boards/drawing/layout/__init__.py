"""Where cities, routes and labels go."""
