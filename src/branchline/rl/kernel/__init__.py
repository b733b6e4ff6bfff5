"""The compiled part of the environments: action numbers, masks, observations and steps."""
