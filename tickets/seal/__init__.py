"""The seal: one signed Merkle log over the whole journal (art. 4.4.2)."""
