"""The foundation of the compiled code: records, integer codes, chance and compilation. Imports only `boards`."""
