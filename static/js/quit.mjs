// "Quitter" opens a panel; without this module only the same word closes it again.
const panel = document.querySelector(".quit");
const word = panel.querySelector("summary");
const stay = panel.querySelector("[data-stay]");

function close() {
  panel.open = false;
  word.focus();
}

stay.addEventListener("click", close);
document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && panel.open) close(); });
stay.hidden = false;
