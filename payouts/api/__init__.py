"""The terminals' JSON: look a ticket up and pay it in cash, as the caisse's pages do; docs/terminals.md says how."""
