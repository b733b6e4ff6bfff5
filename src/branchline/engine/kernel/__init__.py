"""The basis of the compiled code: records, action codes, chance, and compilation itself. Imports only `boards`."""
