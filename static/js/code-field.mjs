// Groups the code 6-6-6 while it is typed; without this module the field takes the same characters, however spaced.
const LENGTH = 18;
const bare = (text) => text.normalize("NFKC").replace(/[^0-9A-Z]/gi, "").toUpperCase();
const group = (code) => code.replace(/.{6}(?=.)/g, "$&-");
const caretAfter = (count) => count + Math.floor(Math.max(0, count - 1) / 6);

function wire(field) {
  let code = bare(field.value);

  function regroup(event) {
    const composing = Boolean(event?.isComposing);
    field.toggleAttribute("data-composing", composing);
    if (composing) return; // a phone's keyboard would write again the word it is composing
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
    const undone = event?.inputType?.startsWith("history"); // a change of ours would end what can be undone or redone
    // letters stay as typed, each change of ours being one more to undo; the sheet shows capitals
    if (!undone && group(code) !== field.value.toUpperCase()) show(group(code), caretAfter(before.length));
  }

  function show(value, caret) {
    if (document.activeElement !== field) { // setSelectionRange would take the focus in Safari
      field.value = value;
      return;
    }
    field.select();
    // the one way to change a field that leaves its changes to be undone
    if (!document.execCommand(value ? "insertText" : "delete", false, value)) field.value = value;
    field.setSelectionRange(caret, caret);
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
  field.addEventListener("compositionend", regroup);
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
