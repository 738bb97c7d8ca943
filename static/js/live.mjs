// Keeps this page on the play's current board: shows each next board once, and fetches the current one after any gap.
const page = document.body;
const board = () => document.getElementById("board");
const stepOf = (html) => Number(/data-step="(\d+)"/.exec(html)?.[1]);
const shown = () => Number(board().dataset.step);
const LEFT = 4403; // the close code of games/live.py
let leaving = false; // by this page's own "Quitter": what it leads to is on its way
let posting = 0; // requests of this page under way: their answers show its own steps

page.addEventListener("htmx:beforeRequest", () => { posting += 1; });
page.addEventListener("htmx:afterRequest", () => { posting -= 1; });

page.addEventListener("htmx:wsBeforeMessage", (event) => {
  const step = stepOf(event.detail.message);
  if (!posting && step === shown() + 1) return;
  event.preventDefault();
  if (!posting && step > shown()) catchUp();
});

async function catchUp() {
  const answer = await fetch(location.pathname, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (leaving) return;
  if (answer?.status === 404) return location.reload(); // the play was left in this browser: the site says so
  if (!answer?.ok || posting) return;
  const target = answer.headers.get("HX-Redirect");
  if (target) return location.assign(target);
  const html = await answer.text();
  if (stepOf(html) > shown()) htmx.swap("#board", html, { swapStyle: "outerHTML" });
}

page.addEventListener("submit", ({ target }) => { leaving ||= Boolean(target.closest(".quit")); });
page.addEventListener("htmx:wsClose", ({ detail }) => { if (detail.event.code === LEFT && !leaving) catchUp(); });
page.addEventListener("htmx:wsOpen", catchUp);
window.addEventListener("online", catchUp);
window.addEventListener("pageshow", (event) => {
  leaving = false;
  if (event.persisted) catchUp();
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) catchUp(); });
