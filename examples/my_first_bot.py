"""A first bot in ten lines. Try: branchline simulate --players examples/my_first_bot.py:MyFirstBot,random."""

import branchline as bl


class MyFirstBot:
    """Claims the route with the most points that it can pay for; otherwise draws cards."""

    def choose(self, view, legal, clock):
        claims = [action for action in legal if isinstance(action, bl.Claim)]
        if claims:
            return max(claims, key=lambda claim: view.board.routes[claim.route].points)
        draws = [action for action in legal if isinstance(action, bl.Draw)]
        return draws[-1] if draws else legal[0]
