// Keeps copies of the pages that were seen, so that they can be read while the program does not answer. Only pages with figures are kept,
// and no longer than a session that nobody uses; all are deleted when somebody signs in or out. There are never more than two megabytes.

const base = new URL("./", location).pathname;
const pages = `cst-pages:${base}`, files = `cst-files:${base}`;
const mostPages = 1_500_000, mostOfOne = 400_000, mostFiles = 400_000;
const mark = /offline-note" data-lasts="(\d+)" hidden>/;
// The parts of the program that are no pages, or sign somebody in.
const others = new Set(["api", "events", "exports", "g", "health", "login", "logout", "open", "worker.js"]);
let era = 0;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

async function forget() {
  era += 1;
  await caches.delete(pages);
}

// The first part of an address within the program.
const part = (url) => url.pathname.slice(base.length).split("/")[0];
const isPage = (url) => url.pathname.startsWith(base) && !others.has(part(url)) && !url.searchParams.has("done");

// Opens the copies of pages, without those whose time is over.
async function opened() {
  const cache = await caches.open(pages);
  for (const key of await cache.keys()) {
    if (!(Number((await cache.match(key))?.headers.get("x-until")) > Date.now())) await cache.delete(key);
  }
  return cache;
}

// Puts an answer among the newest, and deletes the oldest where there is no room.
async function put(name, key, bytes, headers, most) {
  const cache = await caches.open(name);
  headers.set("x-size", bytes.byteLength);
  await cache.delete(key);
  await cache.put(key, new Response(bytes, { headers }));
  let rest = most;
  for (const old of (await cache.keys()).reverse()) {
    rest -= Number((await cache.match(old))?.headers.get("x-size"));
    if (rest < 0) await cache.delete(old);
  }
}

// Keeps a page that was requested in an era, unless copies were deleted since.
async function keep(url, answer, requested) {
  const text = await answer.text();
  const seconds = Number(text.match(mark)?.[1] ?? 0);
  if (!seconds) return;
  const copy = text.replace(mark, (found) => found.replace(" hidden", "")).replace("<html ", "<html data-offline ");
  const bytes = new TextEncoder().encode(copy);
  if (bytes.byteLength > mostOfOne || requested !== era) return;
  const headers = new Headers(answer.headers);
  headers.set("x-until", Date.now() + seconds * 1000);
  await opened();
  await put(pages, url, bytes, headers, mostPages);
  if (requested !== era) await forget();
}

async function page(event) {
  const url = new URL(event.request.url);
  url.hash = "";
  const requested = era;
  try {
    const answer = await fetch(event.request);
    if (answer.status === 401) await forget();
    const isKept = answer.ok && isPage(url) && answer.headers.get("content-type")?.startsWith("text/html");
    if (isKept) event.waitUntil(keep(url.href, answer.clone(), requested));
    return answer;
  } catch (error) {
    const cache = await opened();
    const copy = await cache.match(url.href);
    if (copy) return copy;
    // A page that was never seen leads to the first one.
    const first = new URL(base, location).href;
    if (await cache.match(first)) return Response.redirect(first, 302);
    throw error;
  }
}

async function file(event) {
  const cache = await caches.open(files);
  const known = await cache.match(event.request.url);
  if (known) return known;
  const answer = await fetch(event.request);
  if (answer.ok) {
    const copy = answer.clone();
    event.waitUntil(copy.arrayBuffer().then((bytes) => put(files, event.request.url, bytes, new Headers(copy.headers), mostFiles)));
  }
  return answer;
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || !url.pathname.startsWith(base)) return;
  const first = part(url);
  // Signing in by the printed address is a GET, and following a guest link a POST.
  const isSign = ["login", "logout", "open", "preferences"].includes(first) || (first === "g" && request.method === "POST");
  if (isSign) return event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (first === "files") event.respondWith(file(event));
  else if (request.mode === "navigate" && !others.has(first)) event.respondWith(page(event));
});

// The parts of the first page that were loaded before this was there.
addEventListener("message", (event) => {
  if (!Array.isArray(event.data)) return;
  const requested = era;
  event.waitUntil((async () => {
    for (const text of event.data) {
      const url = new URL(text);
      const isFile = url.pathname.startsWith(`${base}files/`);
      if (url.origin !== location.origin || !(isFile || isPage(url))) continue;
      const answer = await fetch(text);
      if (!answer.ok || answer.redirected) continue;
      if (isFile) {
        await put(files, text, await answer.arrayBuffer(), new Headers(answer.headers), mostFiles);
      } else {
        await keep(text, answer, requested);
      }
    }
  })());
});
