// The answer to a form: coming back to it later asks for its address, and sends nothing twice.
history.replaceState(null, "", location.href);
