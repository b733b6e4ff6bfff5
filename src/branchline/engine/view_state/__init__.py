"""A view as typed JSON: the state of the play that browsers and external bots are sent."""
