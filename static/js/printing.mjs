// Shows the buttons that print the page: without this module, the browser's own command does.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  if (button.autofocus) button.focus({ preventScroll: true }); // hidden, it could not be
  button.addEventListener("click", () => print());
}
