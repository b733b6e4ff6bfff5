"""What each viewer is sent: states, patches, log steps, replays and lists, as wire types.

Imports live games, never HTTP.
"""
