"""Prize tables in the back office: what is typed, files read and written, what the page shows."""
