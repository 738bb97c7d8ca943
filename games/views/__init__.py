"""What a player's browser asks for: entering a code, and playing."""
