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

// A mouse that has just found its hole runs there from where it sat; one that leaves it runs back.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const RUN = { duration: 350, easing: "cubic-bezier(.3, 0, .3, 1)" };
const boxes = (form, selector) => [...form.querySelectorAll(selector)].map((one) => [one, one.getBoundingClientRect()]);
const seats = () => {
  const form = document.querySelector("[data-placing]");
  return form && {
    holes: [...form.querySelectorAll(".cheese")].map((cheese) => boxes(cheese, "g")),
    tray: boxes(form, ".mouse svg"),
  };
};

function run([mouse, to], [, from]) {
  const drawn = mouse.matches("g"); // in units of its cheese, beret and all
  const { a: x, d: y } = drawn ? mouse.getScreenCTM() : { a: 1, d: 1 };
  const [right, down] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  const path = { transform: [`translate(${right / x}px, ${down / y}px)`, "none"] };
  for (const part of drawn ? mouse.children : [mouse]) part.animate(path, RUN);
}

let before = null;
document.addEventListener("htmx:beforeSwap", () => { before = still.matches ? null : seats(); });
document.addEventListener("htmx:afterSwap", () => {
  const [was, now] = [before, seats()];
  before = null;
  if (!was || !now) return;
  const left = was.tray.slice(now.tray.length);
  const gone = was.holes.flatMap((cheese, number) => cheese.slice(now.holes[number].length));
  const come = now.holes.flatMap((cheese, number) => cheese.slice(was.holes[number].length));
  come.slice(0, left.length).forEach((mouse, number) => run(mouse, left[number]));
  now.tray.slice(was.tray.length).forEach((mouse, number) => { if (gone[number]) run(mouse, gone[number]); });
});
