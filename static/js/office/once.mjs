// A form is sent once: a second click that comes before the answer sends nothing.
const WAIT = 3000; // milliseconds: an answer that is a file leaves the page where it is
const sent = new WeakSet();

window.addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  if (sent.has(event.target)) event.preventDefault();
  sent.add(event.target);
  setTimeout(() => sent.delete(event.target), WAIT);
});
