// What the browser shows and keeps around the page: its bars take the colour of the page's world, the worker is registered.
document.querySelector("meta[name=theme-color]").content = getComputedStyle(document.body).getPropertyValue("--house");

// once the page is whole, so that it never delays one
window.addEventListener("load", () => {
  // refused in some private windows: the browser's own offline page does then
  navigator.serviceWorker?.register("/service-worker.js").catch(() => {});
});
