// Presses on − and + may come faster than the answers: each one counts on from what the player has already asked for, and
// "Valider" sends that too, in the place of an answer still awaited, which stores nothing. Once it is sent, nothing replaces it.
const CHANGES = { plus: 1, moins: -1, dans: 1 };

document.addEventListener("htmx:confirm", (event) => {
  if (event.target.closest("[data-placing]")?.querySelector(".go.htmx-request")) event.preventDefault();
});

document.addEventListener("htmx:configRequest", ({ target, detail: { parameters } }) => {
  const form = target.closest("[data-placing]");
  const press = Object.keys(CHANGES).find((name) => parameters[name]);
  if (!form || !press) return;
  const counts = [...form.querySelectorAll("input[type=number]")];
  const count = counts.find(({ name }) => name === `f${parameters[press]}`);
  const wanted = Number(count.value) + CHANGES[press];
  const total = counts.reduce((sum, { value }) => sum + Number(value), CHANGES[press]);
  if (wanted >= 0 && total <= Number(count.max)) count.value = wanted;
  parameters[count.name] = count.value;
  delete parameters[press];
});

// A board swapped while a finger or button is down would take away what is pressed, and the press with it. So the answer is
// let go: the press asks for one that counts both, and when it was none (the finger slid away), the form is asked for again.
let down = false;
let passed = null;
document.addEventListener("pointerdown", ({ target }) => { down = Boolean(target.closest("[data-placing]")); });
document.addEventListener("htmx:beforeSwap", (event) => {
  const form = event.target.querySelector("[data-placing]");
  if (!down || event.detail.pathInfo.requestPath !== form?.getAttribute("hx-post")) return;
  event.detail.shouldSwap = false;
  passed = form;
});
document.addEventListener("htmx:beforeRequest", () => { passed = null; });
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(() => {
  down = false;
  if (passed?.isConnected) passed.querySelector("button").click(); // the form’s first, which only asks for the board
  passed = null;
}));
