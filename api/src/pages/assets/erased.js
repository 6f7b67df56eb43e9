// A name that is erased goes from every page that is open, at once and without losing
// what is being done there, and from what the recorder's console keeps on this device.
// In its place stands the id, as in a page that is asked for anew. What people write
// themselves, in a form or in an entry, is theirs and stays.
"use strict";
(() => {
  const KEPT = "fupan-record";
  // Where a name may stand that people read or hear.
  const SAID = ["title", "aria-label", "alt", "placeholder", "label", "content", "data-announce", "data-put"];
  const listed = (page) => (page.body.dataset.erased || "").split(" ").filter(Boolean);

  // Names in lines of text, by ids; the page itself does not go on saying them.
  const names = new Map();
  const note = (page) => {
    const said = page.body.dataset.named;
    if (!said) return;
    for (const [id, name] of Object.entries(JSON.parse(said))) names.set(id, name);
    delete page.body.dataset.named;
  };
  note(document);
  // Those of whom this page has no name, as the service said or since then.
  const nameless = new Set(listed(document));

  // A letter or digit of a script that sets words apart: a name is no part of a word.
  const LETTER = /[\p{L}\p{N}]/u;
  const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
  const joins = (one, other) => [one, other].every((c) => c && LETTER.test(c) && !UNSPACED.test(c));
  const without = (text, name, id) => {
    let made = "";
    let from = 0;
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, from)) {
      const end = at + name.length;
      const isPart = joins(text[at - 1], name[0]) || joins(name[name.length - 1], text[end]);
      made += text.slice(from, at) + (isPart ? name : id);
      from = end;
    }
    return made + text.slice(from);
  };

  const replace = (name, id) => {
    const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!text.data.includes(name) || text.parentElement.closest("textarea, script, style")) continue;
      text.data = without(text.data, name, id);
    }
    for (const said of SAID) {
      for (const element of document.querySelectorAll("[" + said + "]")) {
        const text = element.getAttribute(said);
        if (text.includes(name)) element.setAttribute(said, without(text, name, id));
      }
    }
  };

  const forget = (ids) => {
    const fresh = ids.filter((id) => id && !nameless.has(id));
    if (!fresh.length) return;
    for (const id of fresh) {
      nameless.add(id);
      const marked = Array.from(document.querySelectorAll('[data-person="' + CSS.escape(id) + '"]'), (element) => element.textContent);
      for (const name of new Set([...marked, names.get(id)])) if (name && name !== id) replace(name, id);
      names.delete(id);
    }
    document.body.dataset.erased = Array.from(nameless).join(" ");
    document.dispatchEvent(new CustomEvent("fupan:erased", { detail: fresh }));
    tidy().catch(() => {});
  };

  // The page as the service makes it now: who is nameless there is so here.
  const take = (page) => {
    const ids = listed(page);
    note(page);
    forget(ids);
  };

  // The ledger that this page is about.
  const ledger = () => (/^\/l\/([^/]+)/.exec(location.pathname) || [])[1];

  // The console's pages that this device keeps of this ledger: the worker that keeps a
  // page asks for it anew, so that it does not keep one later that it asked for before.
  const tidyPages = async (way) => {
    if (!window.caches || !(await caches.has(KEPT))) return;
    const workers = await navigator.serviceWorker.getRegistrations();
    const ways = new Set();
    for (const { scope, active, waiting, installing } of workers) {
      const { pathname } = new URL(scope);
      ways.add(pathname);
      if (pathname.startsWith(way)) (active || waiting || installing).postMessage({ erased: Array.from(nameless) });
    }
    // What no worker opens again is nobody's use.
    const store = await caches.open(KEPT);
    for (const asked of await store.keys()) {
      const { pathname } = new URL(asked.url);
      if (pathname.startsWith(way) && pathname.endsWith("/record") && !ways.has(pathname)) await store.delete(asked);
    }
  };

  // The games as the console last heard of them; no store is made where there is none.
  const opened = () => new Promise((resolve, reject) => {
    const asked = indexedDB.open(KEPT);
    asked.onupgradeneeded = () => asked.transaction.abort();
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  const tidyGames = async (prefix) => {
    const base = await opened();
    base.onversionchange = () => base.close();
    const work = base.transaction("places", "readwrite");
    const done = new Promise((resolve, reject) => {
      work.oncomplete = resolve;
      work.onabort = () => reject(work.error);
    });
    const asked = work.objectStore("places").openCursor();
    asked.onsuccess = () => {
      const at = asked.result;
      if (!at) return;
      const { place, sealed } = at.value;
      if (sealed && place.startsWith(prefix) && unname(sealed)) at.update(at.value);
      at.continue();
    };
    await done.finally(() => base.close());
  };

  // Takes the names from a game as the console has it; answers whether there was one.
  const unname = (sealed) => {
    const named = sealed.players.filter((player) => nameless.has(player.id) && player.name !== player.id);
    for (const player of named) Object.assign(player, { name: player.id, lang: "" });
    return named.length > 0;
  };

  const tidy = async () => {
    const of = ledger();
    if (!of || !nameless.size) return;
    await tidyGames(of + "/").catch(() => {});
    await tidyPages("/l/" + of + "/");
  };
  tidy().catch(() => {});

  window.fupan = window.fupan || {};
  window.fupan.erased = { forget, take, unname, nameless: () => Array.from(nameless) };
})();
