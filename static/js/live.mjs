// Keeps this page on the play's current board: shows each next board once, and fetches the current one after any gap.
const page = document.body;
const board = () => document.getElementById("board");
const stepOf = (html) => Number(/data-step="(\d+)"/.exec(html)?.[1]);
const shown = () => Number(board().dataset.step);
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
  if (answer?.status === 404) return location.reload(); // the play was left in this browser: the site says so
  if (!answer?.ok || posting) return;
  const target = answer.headers.get("HX-Redirect");
  if (target) return location.assign(target);
  const html = await answer.text();
  if (stepOf(html) > shown()) htmx.swap("#board", html, { swapStyle: "outerHTML" });
}

page.addEventListener("htmx:wsOpen", catchUp);
window.addEventListener("online", catchUp);
window.addEventListener("pageshow", (event) => { if (event.persisted) catchUp(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) catchUp(); });
