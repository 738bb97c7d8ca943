// Shows a page of the site when a player's navigation finds no network. It keeps that page and its files, no other.
const CACHE = "hors-connexion-{{ version }}";
const PAGE = "{{ page }}";
const FILES = [
{% for file in files %}  "{{ file }}",
{% endfor %}];
const STAFF = [{% for place in staff %}"{{ place }}"{% if not forloop.last %}, {% endif %}{% endfor %}]; // the browser's own page does there

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
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" || STAFF.some((place) => pathname.startsWith(place))) return;
  const address = request.mode === "navigate" ? PAGE : FILES.find((file) => file === pathname);
  if (address) event.respondWith(fetch(request).catch(() => kept(address)));
});
