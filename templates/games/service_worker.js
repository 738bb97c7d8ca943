// Shows a page of the site when a navigation finds no network. It keeps that page and its files, never another page.
const CACHE = "hors-connexion-{{ version }}";
const PAGE = "{{ page }}";
const FILES = [
{% for file in files %}  "{{ file }}",
{% endfor %}];

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES]);
  await self.skipWaiting();
}

async function forgetOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

async function kept(address) {
  const cache = await caches.open(CACHE);
  return (await cache.match(address, { ignoreVary: true })) ?? Response.error();
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOlder()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { pathname } = new URL(request.url);
  const address = request.mode === "navigate" ? PAGE : FILES.find((file) => file === pathname);
  if (address) event.respondWith(fetch(request).catch(() => kept(address)));
});
