"""Paint a composed board as SVG: signs and symbols, sheets, positions and map furniture."""
