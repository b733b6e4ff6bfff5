"""The basis of all compiled code: records, integer codes, chance and compilation. Imports only `boards`."""
