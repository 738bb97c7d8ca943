"""What a desk's reader typed: a scanner set to a QWERTY keyboard on an AZERTY one is understood."""

# What the keys of a French keyboard write, and what the same keys write on a QWERTY one.
_FRENCH = "&é\"'(-è_çà1234567890azqwAZQWmM,?;.:/!§)°"
_QWERTY = "1234567890!@#$%^&*()qwazQWAZ;:mM,<.>/?-_"
_TO_QWERTY = str.maketrans(_FRENCH, _QWERTY)
_DIGIT_KEYS = frozenset("&é\"'(èçà")  # nobody types these in a number, a code or an address


def read(text: str) -> str:
    """The text as its keys read on a QWERTY keyboard, when it can only come from a scanner set to one."""
    return text.translate(_TO_QWERTY) if _DIGIT_KEYS & set(text) else text
