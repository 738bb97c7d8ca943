// The field that waits for the scanner is focused without scrolling the answer away; scanning again replaces what it holds.
// An Enter too many, on a field still empty, does not send away the answer that it follows.
document.querySelector(".answer ~ .lookup, .answer ~ .part .lookup")?.addEventListener("submit", (event) => {
  if (![...event.target.querySelectorAll("input[name=numero], input[name=code]")].some((input) => input.value.trim())) event.preventDefault();
});
const field = document.querySelector("[autofocus]");
const top = () => scrollTo(0, 0);
if (field?.closest(".lookup")) field.select();
if (field && document.querySelector(".answer")) {
  field.focus({ preventScroll: true });
  top();
  requestAnimationFrame(top); // the browser, which focuses it too, may scroll to it before or after
}
