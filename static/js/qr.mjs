// Fills the field with the code a QR carries behind the # and takes it out of the address bar; it starts nothing.
function fill() {
  const code = location.hash.slice(1, 65).replace(/%[0-9A-F]{2}/gi, "");
  const field = document.getElementById("code");
  if (!code || !field) return;
  history.replaceState(null, "", location.pathname + location.search);
  field.value = code;
  field.dispatchEvent(new Event("input"));
  const whole = code.replace(/[^0-9A-Z]/gi, "").length === 18; // part of a code was not read from a ticket
  for (const said of document.querySelectorAll("[data-qr]")) said.hidden = (said.dataset.qr === "filled") !== whole;
}

fill();
window.addEventListener("hashchange", fill);
