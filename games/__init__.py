"""The three games: rules, plays and boards; imports tickets."""
