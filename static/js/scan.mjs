// Reads the ticket's QR with the camera, where the browser can; it fills the field and starts nothing. Typing always works.
const PERIOD = 200; // milliseconds between two looks
const button = document.getElementById("scan");
const dialog = document.getElementById("scanner");
const video = dialog.querySelector("video");
const field = document.getElementById("code");
const say = (what) => { for (const line of dialog.querySelectorAll("[data-scan]")) line.hidden = line.dataset.scan !== what; };

async function canScan() {
  if (!("BarcodeDetector" in window) || !navigator.mediaDevices?.getUserMedia) return false;
  return (await BarcodeDetector.getSupportedFormats()).includes("qr_code");
}

async function scan() {
  say("looking");
  dialog.showModal();
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    await video.play();
  } catch {
    stop();
    say("refused");
    return;
  }
  look(new BarcodeDetector({ formats: ["qr_code"] }));
}

async function look(detector) {
  if (!dialog.open) return stop();
  const [found] = await detector.detect(video).catch(() => []);
  const code = /#([0-9A-Za-z]{18})$/.exec(found?.rawValue ?? "")?.[1];
  if (code) return use(code);
  if (found) say("other");
  setTimeout(look, PERIOD, detector);
}

function use(code) {
  dialog.close();
  field.value = code;
  field.dispatchEvent(new Event("input"));
  document.querySelector("input[name=majeur]").focus();
}

function stop() {
  for (const track of video.srcObject?.getTracks() ?? []) track.stop();
  video.srcObject = null;
}

dialog.addEventListener("close", stop);
dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
button.addEventListener("click", scan);
if (await canScan()) button.hidden = false;
