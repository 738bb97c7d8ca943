"""A game in an address: its slug with dashes."""

from games.registry import GAMES, Entry


class GameConverter:
    """`poule-aux-oeufs-d-or` stands for the registry's entry `poule_aux_oeufs_d_or`."""

    regex = "[a-z-]+"

    def to_python(self, value: str) -> Entry:
        """The game; ValueError, which is a 404, where there is none."""
        if (slug := value.replace("-", "_")) not in GAMES:
            raise ValueError(value)
        return GAMES[slug]

    def to_url(self, value: Entry) -> str:
        return value.slug.replace("_", "-")
