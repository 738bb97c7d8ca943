// Reads the ticket's QR with the camera; it fills the field and starts nothing. Typing always works.
const PERIOD = 200; // milliseconds between two looks
const SIDE = 640; // pixels of the square in the middle of the picture that is looked at
const button = document.getElementById("scan");
const dialog = document.getElementById("scanner");
const video = dialog.querySelector("video");
const field = document.getElementById("code");
const canvas = document.createElement("canvas");
let turn = 0; // openings and closings so far: what was awaited for an earlier one is dropped
const say = (what) => { for (const line of dialog.querySelectorAll("[data-scan]")) line.hidden = line.dataset.scan !== what; };

// The browser's own reader, or else a package's, loaded when it is first needed.
async function reader() {
  const own = "BarcodeDetector" in window && (await BarcodeDetector.getSupportedFormats()).includes("qr_code");
  const { BarcodeDetector: Reader } = own ? window : await load(button.dataset.reader.split(" "));
  return new Reader({ formats: ["qr_code"] });
}

// An import that failed fails for as long as the page lives, so all it needs is fetched first: pressing again may then work.
async function load(addresses) {
  for (const answer of await Promise.all(addresses.map((address) => fetch(address)))) {
    if (!answer.ok) throw new Error(answer.url);
    await answer.arrayBuffer();
  }
  return import(addresses[0]);
}

async function scan() {
  const mine = ++turn;
  say("looking");
  dialog.showModal();
  const ready = reader().catch(() => null); // while the browser asks for the camera
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
    if (mine !== turn) return release(stream);
    video.srcObject = stream;
    await video.play();
  } catch {
    return fail("refused", mine);
  }
  const detector = await ready;
  if (detector) look(detector, mine);
  else fail("unread", mine);
}

function fail(what, mine) {
  if (mine !== turn) return;
  stop();
  say(what);
}

async function look(detector, mine) {
  if (mine !== turn) return;
  const [found] = await detector.detect(middle()).catch(() => []);
  if (mine !== turn) return;
  const code = /#([0-9A-Za-z]{18})$/.exec(found?.rawValue ?? "")?.[1];
  if (code) return use(code);
  if (found) say("other");
  setTimeout(look, PERIOD, detector, mine);
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
  (document.querySelector("input[name=majeur]") ?? field.form.querySelector("button")).focus();
}

function release(stream) {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

function stop() {
  release(video.srcObject);
  video.srcObject = null;
}

dialog.addEventListener("close", () => {
  turn += 1;
  stop();
});
dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
button.addEventListener("click", scan);
button.hidden = !navigator.mediaDevices?.getUserMedia;
