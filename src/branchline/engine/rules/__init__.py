"""The rulebook: one module a chapter, functions over the kernel's records; comments cite the rules by number."""
