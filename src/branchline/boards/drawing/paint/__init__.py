"""Paint a composed board as SVG: symbols, sheets, positions and map furniture."""
