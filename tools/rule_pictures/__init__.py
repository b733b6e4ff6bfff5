"""Pictures of the rules: small boards and cards in the situations that docs/rules.md describes."""
