"""WebSockets as the server speaks them: handshake, frames, keepalive, and the protocol that joins them."""
