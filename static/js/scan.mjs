// Reads the ticket's QR with the camera; it fills the field and starts nothing. Typing always works.
const PERIOD = 200; // milliseconds between two looks
const SIDE = 640; // pixels of the square in the middle of the picture that is looked at
const button = document.getElementById("scan");
const dialog = document.getElementById("scanner");
const video = dialog.querySelector("video");
const field = document.getElementById("code");
const canvas = document.createElement("canvas");
const say = (what) => { for (const line of dialog.querySelectorAll("[data-scan]")) line.hidden = line.dataset.scan !== what; };

// The browser's own reader, or else a package's, loaded when it is first needed.
async function reader() {
  const own = "BarcodeDetector" in window && (await BarcodeDetector.getSupportedFormats()).includes("qr_code");
  const { BarcodeDetector: Reader } = own ? window : await import(button.dataset.reader);
  return new Reader({ formats: ["qr_code"] });
}

async function scan() {
  say("looking");
  dialog.showModal();
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    await video.play();
  } catch {
    stop();
    return say("refused");
  }
  try {
    look(await reader());
  } catch {
    stop();
    say("unread");
  }
}

async function look(detector) {
  if (!dialog.open) return stop();
  const [found] = await detector.detect(middle()).catch(() => []);
  const code = /#([0-9A-Za-z]{18})$/.exec(found?.rawValue ?? "")?.[1];
  if (code) return use(code);
  if (found) say("other");
  setTimeout(look, PERIOD, detector);
}

function middle() {
  const { videoWidth: width, videoHeight: height } = video;
  const side = Math.min(width, height);
  canvas.width = canvas.height = Math.min(side, SIDE);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (side) pen.drawImage(video, (width - side) / 2, (height - side) / 2, side, side, 0, 0, canvas.width, canvas.height);
  return canvas;
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
button.hidden = !navigator.mediaDevices?.getUserMedia;
