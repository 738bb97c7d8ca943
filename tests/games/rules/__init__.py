"""The rules as pure code: scripted draws, exact odds, and live draws put to the test."""
