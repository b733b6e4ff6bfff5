"""What the compiled code stands on: records, integer codes, chance, and compilation itself. Imports only `boards`."""
