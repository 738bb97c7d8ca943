// What was here before a board took the place of another runs to its new place: a card from the hand to the table, the cards
// left to close the gap, a mouse from its seat to its hole. By animations of its own, which nothing waits for.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const RUN = { duration: 350, easing: "cubic-bezier(.3, 0, .3, 1)", composite: "add" }; // to what a style sheet already moves
const boxes = (within, selector) => [...within.querySelectorAll(selector)].map((one) => [one, one.getBoundingClientRect()]);

function run([mover, to], [, from]) {
  const drawn = mover.matches("g"); // a mouse in its cheese, beret and all, measured in the drawing's units
  const { a: x, d: y } = drawn ? mover.getScreenCTM() : { a: 1, d: 1 };
  const [right, down] = [from.x + from.width / 2 - to.x - to.width / 2, from.y + from.height / 2 - to.y - to.height / 2];
  if (!right && !down) return;
  for (const part of drawn ? mover.children : [mover]) part.animate({ translate: [`${right / x}px ${down / y}px`, "none"] }, RUN);
}

function look() {
  const board = document.getElementById("board");
  return {
    holes: [...board.querySelectorAll("button.cheese")].map((cheese) => boxes(cheese, "g")),
    seats: boxes(board, ".mouse svg"),
    cards: boxes(board, "[data-moves]"),
  };
}

function move(was, now) {
  for (const card of now.cards) {
    const before = was.cards.find(([one]) => one.dataset.moves === card[0].dataset.moves);
    if (before) run(card, before);
  }
  if (now.holes.length !== was.holes.length) return;
  const more = (some, others) => some.holes.flatMap((mice, cheese) => mice.slice(others.holes[cheese].length));
  const pairs = (movers, places) => movers.slice(0, places.length).forEach((one, number) => run(one, places[number]));
  pairs(more(now, was), was.seats.slice(now.seats.length));
  pairs(now.seats.slice(was.seats.length), more(was, now));
}

let before = null;
for (const event of ["htmx:beforeSwap", "htmx:wsBeforeMessage"]) document.addEventListener(event, () => { before = still.matches ? null : look(); });
for (const event of ["htmx:afterSwap", "htmx:wsAfterMessage"]) document.addEventListener(event, () => {
  if (before) move(before, look());
  before = null;
});
