// Registers the service worker once the page is whole, so that it never delays one.
window.addEventListener("load", () => {
  // refused in some private windows: the browser's own offline page does then
  navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
});
