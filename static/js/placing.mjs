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
