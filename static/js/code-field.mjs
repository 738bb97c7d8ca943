// Groups the code 6-6-6 while it is typed; without this module the field takes the same characters, however spaced.
const LENGTH = 18;
const bare = (text) => text.normalize("NFKC").replace(/[^0-9A-Z]/gi, "").toUpperCase();
const group = (code) => code.replace(/.{6}(?=.)/g, "$&-");
const caretAfter = (count) => count + Math.floor(Math.max(0, count - 1) / 6);

function wire(field) {
  let code = bare(field.value);

  function regroup(event) {
    const start = field.value.lastIndexOf("#") + 1; // a pasted QR address carries the code behind its #
    const caret = Math.max(start, field.selectionStart ?? field.value.length);
    let before = bare(field.value.slice(start, caret));
    let after = bare(field.value.slice(caret));
    if (before + after === code) {
      // only a dash was erased: erase the character it stood beside
      if (event?.inputType === "deleteContentBackward") before = before.slice(0, -1);
      if (event?.inputType === "deleteContentForward") after = after.slice(1);
    }
    code = before + after;
    const value = group(code);
    if (value === field.value) return;
    field.value = value;
    // setSelectionRange would take the focus in Safari
    if (document.activeElement === field) field.setSelectionRange(caretAfter(before.length), caretAfter(before.length));
  }

  field.addEventListener("beforeinput", (event) => {
    const full = bare(field.value).length >= LENGTH && field.selectionStart === field.selectionEnd;
    if (event.inputType === "insertText" && full) event.preventDefault();
  });
  field.addEventListener("input", (event) => {
    field.removeAttribute("data-bad"); // it pointed into the text as it was sent
    field.removeAttribute("aria-invalid");
    regroup(event);
  });
  field.addEventListener("focus", () => {
    const bad = Number(field.dataset.bad);
    const at = bad - 1 + Math.floor((bad - 1) / 6);
    if (bad) field.setSelectionRange(at, at + 1);
  });
  regroup();
}

document.querySelectorAll("input.code-input").forEach(wire);
// where autofocus is known on fields only, the refusal would not get the focus
if (!("autofocus" in HTMLElement.prototype)) document.querySelector("[autofocus]")?.focus();
