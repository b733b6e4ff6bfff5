"""The rulebook: one module per chapter, functions over the kernel's records; comments cite the rules by number."""
