// Opens the recorder's page again where there is no network: keeps the page as it
// was last shown to an official who records, and the files that it loads, until the
// service shows that page to somebody else or to nobody in particular. A name that
// was erased goes from it. Entries never pass through here, and nothing but these
// pages is answered.
"use strict";
const KEPT = "fupan-record";
const PATIENCE_MS = 5000;
const isRecorders = (url) => /^\/l\/[^/]+\/games\/[^/]+\/record$/.test(url.pathname);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Whether an answer tells whose page it is: not one of a service that is busy.
const tells = ({ status }) => status < 500 && status !== 408 && status !== 429;

const files = (text) => Array.from(text.matchAll(/(?:src|href|data-worker)="(\/assets\/[^"]+)"/g), (found) => found[1]);

// Whose names were erased, as pages have told since this worker began: an answer may
// be of before an erasure and arrive after it.
const nameless = new Set();
const isBehind = (text) => {
  const erased = (/ data-erased="([^"]*)"/.exec(text) || ["", ""])[1].split(" ");
  return Array.from(nameless).some((id) => !erased.includes(id));
};

const keep = async (url, answer) => {
  const text = answer.ok && !answer.redirected ? await answer.clone().text() : "";
  const store = await caches.open(KEPT);
  if (!text.includes("data-me=")) {
    await store.delete(url);
    return;
  }
  await store.put(url, answer);
  const needed = files(text);
  for (const path of needed) {
    if (!(await store.match(path))) await store.add(path);
  }
  // What an older program's pages loaded is needed no more.
  for (const { url: old } of await store.keys()) {
    const { pathname } = new URL(old);
    if (pathname.startsWith("/assets/") && !needed.includes(pathname)) await store.delete(old);
  }
  if (isBehind(text)) await renew(url);
};

// Asks for a page and keeps it. An answer may be of before an erasure that is known by
// now; who is named in the next one too is named in all.
const renew = async (url) => {
  for (let tries = 0; tries < 2; tries += 1) {
    const fresh = await fetch(url, { credentials: "same-origin", headers: { accept: "text/html" } });
    if (!tells(fresh)) return;
    if (!isBehind(await fresh.clone().text())) {
      await keep(url, fresh);
      return;
    }
  }
  await (await caches.open(KEPT)).delete(url);
};

// Pages are kept by the worker of their game.
const isOwn = (url) => new URL(url).pathname === new URL(self.registration.scope).pathname;
const forget = async (ids) => {
  for (const id of ids) nameless.add(id);
  const store = await caches.open(KEPT);
  for (const { url } of (await store.keys()).filter((asked) => isOwn(asked.url))) {
    const old = await store.match(url);
    if (old && isBehind(await old.text())) await renew(url);
  }
};

const kept = async (url) => (await caches.match(url)) || caches.match(url, { ignoreSearch: true });
const late = (ms) => new Promise((resolve) => setTimeout(() => resolve(null), ms));

// The whole of an answer: a line may break after its head, or fall silent.
const whole = async (answer) => {
  const { status, statusText, headers, redirected, type } = answer;
  // What leads elsewhere has no body to wait for, and is the browser's to follow.
  if (redirected || type === "opaqueredirect") return answer;
  const body = await answer.arrayBuffer();
  return new Response(body.byteLength ? body : null, { status, statusText, headers });
};

// The network's answer, unless there is none, or not all of one for some seconds.
const page = async (event) => {
  const url = event.request.url;
  const old = await kept(url);
  if (!old) {
    const answer = await fetch(event.request);
    if (tells(answer)) event.waitUntil(keep(url, answer.clone()).catch(() => {}));
    return answer;
  }
  const asked = fetch(event.request).then(async (first) => {
    const answer = await whole(first);
    if (tells(answer) && answer.type !== "opaqueredirect") event.waitUntil(keep(url, answer.clone()).catch(() => {}));
    return answer;
  });
  const answer = await Promise.race([asked.catch(() => null), late(PATIENCE_MS)]);
  return answer && answer.status < 500 ? answer : old;
};

const file = async (request) => (await caches.match(request)) || fetch(request);

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  if (event.request.mode === "navigate" && isRecorders(url)) event.respondWith(page(event));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(file(event.request));
});

// The page is opened for the first time before there is a worker: it is told then.
const keepNow = async (named, client) => {
  const url = new URL(named, self.location.origin);
  if (url.origin !== self.location.origin || !isRecorders(url)) return;
  await renew(url.href).catch(() => {});
  if (client) client.postMessage({ kept: Boolean(await kept(url.href)) });
};

self.addEventListener("message", (event) => {
  const { keep: named, erased } = event.data || {};
  if (named) event.waitUntil(keepNow(named, event.source));
  if (erased) event.waitUntil(forget(erased).catch(() => {}));
});
