"""The list of points of sale and payment centres taken from a file: read, compared with what is there, applied."""
