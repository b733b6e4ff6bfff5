"""Training of the learned bot: forked games as samples, the fit of a network, and rounds of both, with PyTorch."""
