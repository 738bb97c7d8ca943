"""What a player is owed outside the game itself: the public pages."""
