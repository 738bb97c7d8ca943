"""Who a winner is: what art. 5.3-5.4 ask for, read from what was typed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import msgspec

from payouts import typed_data
from tickets.journal.chain import canonical

ADULT = 18  # years on the day the play was started (art. 4.1)
OLDEST = 120
EXTENDED = (date(2004, 1, 2), date(2013, 12, 31))  # French cards of adults issued then: fifteen years, ten are printed
DOCUMENTS = {
    "identity_card": "carte d’identité",
    "passport": "passeport",
    "residence_permit": "titre de séjour",
    "driving_licence": "permis de conduire",
}
ASKED = ("last_name", "first_name", "birth_date", "birth_place")
PAPERS = ("document_kind", "document_number", "document_issuer", "document_issued_on", "document_expires_on")
KEPT = ("last_name", "first_name", "address")  # what art. 5.3.3 keeps
CORRECTABLE = (*ASKED, "address", "telephone")  # not where the money goes: that is a payment to cancel and make again


class PersonRefused(Exception):
    """What was typed can't be taken: for each field its message, in French."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(", ".join(sorted(errors)))  # names of fields alone: messages may quote data
        self.errors = dict(errors)


@dataclass(frozen=True, slots=True)
class Needs:
    """What is asked of a winner besides names and birth; nothing else is kept, whatever was typed."""

    iban: bool = False  # and a telephone number, for who wants to give one
    cheque_order: bool = False
    identity: bool = False  # a document and an address, above 3,000.00 (art. 5.3.3)

    @property
    def fields(self) -> Iterable[str]:
        """The fields that stand by themselves."""
        yield from ASKED
        yield from ("iban", "telephone") if self.iban else ()
        yield from ("cheque_order",) if self.cheque_order else ()
        yield from ("address",) if self.identity else ()


@dataclass(frozen=True, slots=True, repr=False)
class Document:
    """The document that proved who someone is."""

    kind: str
    number: str
    issuer: str
    issued_on: date
    expires_on: date

    def valid(self, on: date, born: date | None) -> bool:
        """True up to the day printed, and five years longer for some identity cards."""
        extended = self.kind == "identity_card" and EXTENDED[0] <= self.issued_on <= EXTENDED[1]
        more = 5 if extended and born and _is_adult(born, self.issued_on) else 0
        return (self.expires_on.year + more, self.expires_on.month, self.expires_on.day) >= (on.year, on.month, on.day)


@dataclass(frozen=True, slots=True, repr=False)
class Person:
    """What is known of one winner; it has no repr, so that no log or error page shows it."""

    last_name: str
    first_name: str
    birth_date: date | None = None
    birth_place: str | None = None
    address: str | None = None
    telephone: str | None = None
    iban: str | None = None
    cheque_order: str | None = None
    document: Document | None = None

    def text(self) -> str:
        """The one canonical JSON text of it, without what is not known."""
        return canonical(self.known())

    def known(self) -> dict[str, Any]:
        """What is known, as JSON has it."""
        return {name: value for name, value in msgspec.to_builtins(self).items() if value is not None}

    def reduced(self) -> "Person":
        """Only what art. 5.3.3 keeps five years."""
        return Person(**{name: getattr(self, name) for name in KEPT})


def of_text(text: str) -> Person:
    """The person a text of `Person.text` says."""
    return msgspec.json.decode(text, type=Person)


def read(typed: Mapping[str, str], needs: Needs, *, started_on: date, on: date) -> Person:
    """The person typed, with what is needed and no more. Raises PersonRefused.

    `started_on` is the Paris day the play was started, `on` the one on which the documents are seen. Dates are typed as
    31/12/1980 or 1980-12-31.
    """
    reading = _Reading(typed, started_on, on)
    values = {name: reading.take(name, optional=name == "telephone") for name in needs.fields}
    document = reading.document(values["birth_date"]) if needs.identity else None
    reading.end()
    return Person(**values, document=document)


def corrected(person: Person, typed: Mapping[str, str], *, started_on: date, on: date) -> Person:
    """The person with the fields typed in the place of what was known; blank ones stay. Raises PersonRefused.

    A field that was never asked for, or is erased, can't be filled; a document is typed whole.
    """
    reading = _Reading(typed, started_on, on)
    given = [name for name in (*CORRECTABLE, *PAPERS) if typed.get(name, "").strip()]
    known = {name for name in CORRECTABLE if getattr(person, name) is not None} | set(PAPERS if person.document else ())
    for name in set(given) - known:
        reading.errors[name] = "Ce renseignement n’est pas conservé\xa0: il ne peut être corrigé."
    values = {name: reading.take(name) for name in given if name in known and name in CORRECTABLE}
    if any(name in known for name in given if name in PAPERS):
        values["document"] = reading.document(values.get("birth_date", person.birth_date))
    reading.end()
    return replace(person, **values)


class _Reading:
    """Reads fields one by one and keeps each one's error."""

    def __init__(self, typed: Mapping[str, str], started_on: date, on: date) -> None:
        self.typed, self.started_on, self.on = typed, started_on, on
        self.errors: dict[str, str] = {}
        self.readers: dict[str, Callable[[str], Any]] = {
            **typed_data.READERS,
            "birth_date": self._birth,
            "document_kind": typed_data.among(DOCUMENTS),
            "document_issued_on": self._issued,
            "document_expires_on": typed_data.day,
        }

    def take(self, name: str, *, optional: bool = False) -> Any:
        """A field as it is kept; None when it was refused, or may be left blank and was."""
        text = self.typed.get(name, "").strip()
        try:
            if text:
                return self.readers[name](text)
            if not optional:
                raise ValueError("Ce renseignement est demandé.")
        except ValueError as error:
            self.errors[name] = str(error)
        return None

    def document(self, born: date | None) -> Document | None:
        """The document, whose dates must make sense together."""
        kind, number, issuer, issued, expires = map(self.take, PAPERS)
        if issued and born and issued < born:
            self.errors["document_issued_on"] = "Ce document aurait été délivré avant la naissance."
        if issued and expires and expires <= issued:
            self.errors["document_expires_on"] = "Cette date n’est pas après celle de délivrance."
        if self.errors.keys() & set(PAPERS):
            return None
        document = Document(kind, number, issuer, issued, expires)
        if not document.valid(self.on, born):
            self.errors["document_expires_on"] = f"Ce document n’est plus valable depuis le {expires:%d/%m/%Y}."
        return document

    def end(self) -> None:
        """Raises PersonRefused when anything was."""
        if self.errors:
            raise PersonRefused(self.errors)

    def _birth(self, text: str) -> date:
        born = typed_data.day(text)
        if born > self.on or born.year < self.on.year - OLDEST:
            raise ValueError("Cette date de naissance n’est pas possible.")
        if not _is_adult(born, self.started_on):
            raise ValueError(
                f"Cette personne n’avait pas {ADULT}\xa0ans au début de la partie, le {self.started_on:%d/%m/%Y}."
            )
        return born

    def _issued(self, text: str) -> date:
        issued = typed_data.day(text)
        if issued > self.on:
            raise ValueError("Cette date est à venir.")
        return issued


def _is_adult(born: date, on: date) -> bool:
    """Someone born on a 29 February is of age on 1 March."""
    return (born.year + ADULT, born.month, born.day) <= (on.year, on.month, on.day)
