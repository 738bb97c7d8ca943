"""What issuing managers are refused, with the words they are told, in French; nothing was changed."""


class Refused(Exception):
    """It can't be done, now, with these figures, or by this person; `field` is which figure is to blame, if one is."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


class EmissionRefused(Refused):
    """An emission that can't be created, or a notice that can't be recorded of it."""


class ToConfirm(EmissionRefused):
    """It can be done only by who says that this is meant: a closing date in the past."""


class BlockRefused(Refused):
    """A block that can't be asked for, stopped or handed to the printer."""
