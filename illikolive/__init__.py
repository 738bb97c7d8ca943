"""The project: settings, addresses and entry points."""
