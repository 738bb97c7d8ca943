// The field that waits for the scanner is focused without scrolling the answer away; scanning again replaces what it holds.
const field = document.querySelector("[autofocus]");
const top = () => scrollTo(0, 0);
if (field?.matches("input:not([type=checkbox])")) field.select();
if (field && document.querySelector(".answer")) {
  field.focus({ preventScroll: true });
  top();
  requestAnimationFrame(top); // the browser, which focuses it too, may scroll to it before or after
}
