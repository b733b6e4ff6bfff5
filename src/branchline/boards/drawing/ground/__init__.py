"""Paint the ground of a board: projection, coastlines and scenery."""
