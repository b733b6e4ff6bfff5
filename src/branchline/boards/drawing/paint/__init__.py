"""Turn a laid-out board into SVG: routes, pieces, signs and map furniture."""
