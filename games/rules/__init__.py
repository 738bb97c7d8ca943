"""The rules of each game as pure code: frozen state in, frozen state out, chance handed in by a dealer."""
