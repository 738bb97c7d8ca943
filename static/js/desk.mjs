// The field that waits for the scanner is focused without scrolling the answer away; scanning again replaces what it holds.
const field = document.querySelector("[autofocus]");
if (field && document.querySelector(".answer")) {
  field.focus({ preventScroll: true });
  scrollTo(0, 0); // the browser may have been first
}
if (field?.matches("input:not([type=checkbox])")) field.select();
