"""Read and check map files: schema, structure, checks and line numbers. Nothing here imports the drawing code."""
