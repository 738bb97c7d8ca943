// "Vous jouez depuis…" counts on from what the server said; a page long hidden begins anew, as on the server.
const MINUTE = 60_000;
const line = document.querySelector(".sitting");
const [time, pause] = line.querySelectorAll("span");
let began = Date.now() - line.dataset.minutes * MINUTE;
let left = began;

function lasting(minutes) {
  if (minutes < 1) return "moins d’une minute";
  return minutes < 60 ? `${minutes}\u00a0min` : `${Math.floor(minutes / 60)}\u00a0h\u00a0${String(minutes % 60).padStart(2, "0")}`;
}

function tell() {
  const minutes = Math.floor((Date.now() - began) / MINUTE);
  time.textContent = lasting(minutes);
  pause.hidden = minutes < line.dataset.long;
}

setInterval(tell, MINUTE);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    left = Date.now();
    return;
  }
  if (Date.now() - left >= line.dataset.pause * MINUTE) began = Date.now();
  tell();
});
