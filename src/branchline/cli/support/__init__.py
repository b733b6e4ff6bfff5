"""What several commands share: groups, output, completion, options for matches, drawing into files."""
