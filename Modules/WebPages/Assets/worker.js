// Keeps copies of the pages that were seen, so that they can be read while the program does not answer. Nothing is kept of what
// is no page with figures, everything goes when somebody signs in or out, and there is never more than two megabytes.

const base = new URL("./", location).pathname;
const pages = "cst-pages", files = "cst-files";
const mostPages = 1_500_000, mostOfOne = 400_000, mostFiles = 400_000;
const mark = 'offline-note" hidden>';
// What belongs to no page, or lets somebody in.
const others = new Set(["api", "events", "exports", "g", "health", "login", "logout", "open", "worker.js"]);
let era = 0;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

async function forget() {
  era += 1;
  await caches.delete(pages);
}

// Puts an answer among the newest, and the oldest away.
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

async function keep(url, answer) {
  const now = era;
  const text = await answer.text();
  if (!text.includes(mark)) return;
  const copy = text.replace(mark, mark.replace(" hidden", "")).replace("<html ", "<html data-offline ");
  const bytes = new TextEncoder().encode(copy);
  if (bytes.byteLength > mostOfOne || now !== era) return;
  await put(pages, url, bytes, new Headers(answer.headers), mostPages);
  if (now !== era) await forget();
}

async function page(event) {
  const url = new URL(event.request.url);
  url.hash = "";
  try {
    const answer = await fetch(event.request);
    if (answer.status === 401) await forget();
    const isPage = answer.ok && answer.headers.get("content-type")?.startsWith("text/html");
    if (isPage && !url.searchParams.has("done")) event.waitUntil(keep(url.href, answer.clone()));
    return answer;
  } catch (error) {
    const cache = await caches.open(pages);
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
  const first = url.pathname.slice(base.length).split("/")[0];
  if (["login", "logout", "preferences"].includes(first)) return event.waitUntil(forget());
  if (request.method !== "GET") return;
  if (first === "files") event.respondWith(file(event));
  else if (request.mode === "navigate" && !others.has(first)) event.respondWith(page(event));
});

// What the first page needs that was there before this.
addEventListener("message", (event) => {
  if (!Array.isArray(event.data)) return;
  event.waitUntil((async () => {
    for (const url of event.data.filter((url) => new URL(url).origin === location.origin)) {
      const answer = await fetch(url);
      if (!answer.ok) continue;
      if (new URL(url).pathname.startsWith(`${base}files/`)) {
        await put(files, url, await answer.arrayBuffer(), new Headers(answer.headers), mostFiles);
      } else {
        await keep(url, answer);
      }
    }
  })());
});
