"""The part of the environments that is compiled: action numbers, masks, observations and steps."""
