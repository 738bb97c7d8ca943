// Opens the wanted page again on demand, or by itself when the site answers again; what follows the # is not lost.
const again = () => location.reload();

async function look() {
  const answer = navigator.onLine && await fetch("/manifest.webmanifest", { method: "HEAD" }).catch(() => null);
  if (!answer) return;
  clearInterval(looking); // a reload on its way is not started over
  again();
}

document.getElementById("again").addEventListener("click", (event) => {
  event.preventDefault();
  again();
});
window.addEventListener("pageshow", (event) => { if (event.persisted) again(); });
const looking = setInterval(look, 3000);
