// What every page does beyond showing itself: keys, stepping without a reload,
// and live updates. A key follows a link or presses a button of type "button";
// it never sends a form, so no stray key writes. All of it can fail, and the
// page still says everything.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  // So long entries are gathered before the page is asked for again, and so long its
  // answer is waited for.
  const TOGETHER_MS = 500;
  const PATIENCE_MS = 20000;
  const LETTERS = "fupan-letter-keys";
  const lettersOn = () => {
    try { return localStorage.getItem(LETTERS) !== "off"; } catch { return true; }
  };

  // Whether somebody is writing, or a dialog is open.
  const isBusy = (target) =>
    document.querySelector("dialog[open]") !== null ||
    (target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=grid]") !== null);

  // Whether the page scrolls something with the arrow keys by itself.
  const named = (event) =>
    (event.shiftKey && event.key.length > 1 ? "Shift+" : "") + event.key;

  // Opens or closes all that can be folded; a page need not have a button for that.
  const fold = (isOpen) => {
    for (const details of document.querySelectorAll("main details")) details.open = isOpen;
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isBusy(event.target)) return;
    const key = named(event);
    if (event.key.length === 1 && !lettersOn()) return;
    const found = Array.from(document.querySelectorAll("[data-key]"))
      .find((element) => element.dataset.key.split(" ").includes(key));
    if (!found && "[]".includes(key)) { event.preventDefault(); fold(key === "]"); }
    if (!found) return;
    const shows = found.matches("a[href], button[type=button], details, input");
    if (!shows || found.getAttribute("aria-disabled") === "true") return;
    event.preventDefault();
    if (found.matches("input")) {
      const folded = found.closest("details");
      if (folded) folded.open = true;
      found.focus();
      found.select();
    }
    else if (found.matches("details")) found.open = !found.open;
    else found.click();
  });

  // Buttons that open a dialog are there only where this script is.
  for (const button of document.querySelectorAll("button[data-opens]")) {
    button.hidden = false;
    button.addEventListener("click", () => byId(button.dataset.opens).showModal());
  }
  // Buttons that open or close all that can be folded.
  const offer = () => {
    for (const button of document.querySelectorAll("button[data-folds]")) button.hidden = false;
  };
  offer();
  document.addEventListener("fupan:exchanged", offer);
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-folds]") : null;
    if (!button) return;
    fold(button.dataset.folds === "open");
  });

  const letters = byId("letter-keys");
  if (letters) {
    letters.checked = lettersOn();
    letters.addEventListener("change", () => {
      try { localStorage.setItem(LETTERS, letters.checked ? "on" : "off"); } catch { /* kept for this page alone */ }
    });
  }

  // The parts of a page that change: elements with an id and data-live. The page
  // is asked for again, and these parts are exchanged; what is being written in,
  // what is open and where the focus is stay as they are.
  let asking = null;
  // Whose page this is, as its forms prove it: another's once somebody signed in or out
  // elsewhere, or his token was revoked.
  const proofOf = (page) => { const meta = page.querySelector("meta[name=csrf]"); return meta ? meta.content : ""; };
  let proof = proofOf(document);
  // How an element is found again once it was exchanged.
  const mark = (element) => {
    if (!element || element === document.body) return null;
    if (element.id) return "#" + CSS.escape(element.id);
    if (element.dataset.key) return '[data-key="' + CSS.escape(element.dataset.key) + '"]';
    const href = element.getAttribute("href");
    return href ? 'a[href="' + CSS.escape(href) + '"]' : null;
  };
  const exchange = (fresh) => {
    const focused = mark(document.activeElement);
    const isAnothers = proofOf(fresh) !== proof;
    proof = proofOf(fresh);
    if (isAnothers && follower) follower.renew();
    window.fupan.erased.take(fresh);
    for (const old of document.querySelectorAll("[id][data-live]")) {
      const now = fresh.getElementById(old.id);
      if (!now) {
        // What is no longer this reader's to see goes.
        if (isAnothers) old.remove();
        continue;
      }
      if (now.outerHTML === old.outerHTML) continue;
      if (old.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) continue;
      for (const details of old.querySelectorAll("details[id][open]")) {
        const same = now.querySelector("#" + CSS.escape(details.id));
        if (same) same.open = true;
      }
      if (old.matches("details[open]")) now.open = true;
      const scrolled = Array.from(old.querySelectorAll("[data-scrolls]")).map((e) => [e.dataset.scrolls, e.scrollTop]);
      old.replaceWith(document.adoptNode(now));
      for (const [name, top] of scrolled) {
        const same = now.querySelector('[data-scrolls="' + name + '"]');
        if (same) same.scrollTop = top;
      }
    }
    document.title = fresh.title;
    if (fresh.body.dataset.follow) document.body.dataset.follow = fresh.body.dataset.follow;
    if (focused && document.activeElement === document.body) {
      const same = document.querySelector(focused);
      if (same) same.focus({ preventScroll: true });
    }
    announce(fresh.body.dataset.announce);
    document.dispatchEvent(new CustomEvent("fupan:exchanged"));
  };

  // What those hear who don't see the page: only what the page marks for it.
  const announce = (text) => {
    if (text && text !== document.body.dataset.announce) byId("announced").textContent = text;
    if (text) document.body.dataset.announce = text;
  };

  const show = async (url) => {
    if (asking) asking.abort();
    const mine = new AbortController();
    asking = mine;
    const answer = await fetch(url, { headers: { accept: "text/html" }, signal: mine.signal });
    if (!answer.ok || answer.redirected) throw Object.assign(new Error(String(answer.status)), { status: answer.status });
    const text = await answer.text();
    exchange(new DOMParser().parseFromString(text, "text/html"));
  };

  // The page as it stands now; what the reader may not see any more is not left standing.
  const refresh = () => show(location.href).catch((error) => {
    if (error.status === 401 || error.status === 403) location.assign(location.href);
  });

  // The other pages of this browser learn that somebody else looks at them, or nobody.
  const SESSION = "fupan-session";
  const short = () => proof.slice(0, 8);
  try {
    if ((localStorage.getItem(SESSION) || "") !== short()) localStorage.setItem(SESSION, short());
  } catch { /* told by the service alone */ }
  addEventListener("storage", (event) => {
    if (event.key !== SESSION || event.newValue === short()) return;
    if (givenBack()) adopt(); else refresh();
  });

  // What was sent while nobody was signed in stands in a form without a proof: whoever
  // signs in beside it sends it on as his own. The page stays, for it alone has the text.
  const givenBack = () => document.querySelector("form[data-given-back]");
  const adopt = async () => {
    const field = givenBack().elements.csrf;
    if (field.value) return;
    const answer = await fetch("/", { headers: { accept: "text/html" } });
    if (answer.ok) field.value = proofOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
  };
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && givenBack()) adopt().catch(() => { /* it says so when it is sent */ });
  });

  // Who signs out leaves nothing that he was writing on the device, nor a page that is
  // kept: once the service has answered. Without an answer he is told that he may still
  // be signed in, and loses nothing.
  const RECORDERS = "fupan-record";
  const signedOut = async (to) => {
    try {
      for (const key of Object.keys(localStorage)) if (key.startsWith("fupan-draft:")) localStorage.removeItem(key);
    } catch { /* nothing is kept */ }
    if (window.caches) await caches.delete(RECORDERS).catch(() => false);
    location.assign(to);
  };
  const unheard = (form) => {
    const known = form.parentElement.querySelector("[data-told-unheard]");
    if (known) known.remove();
    const told = document.createElement("p");
    told.className = "wrong";
    told.dataset.toldUnheard = "";
    told.setAttribute("role", "alert");
    told.textContent = "⚠ " + form.dataset.unheard;
    form.after(told);
  };
  const signOut = async (form) => {
    let answer;
    try {
      answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), signal: AbortSignal.timeout(PATIENCE_MS) });
    } catch { unheard(form); return; }
    // The form of another session ends none: the service says whose that is.
    if (answer.ok) await signedOut(answer.url); else form.submit();
  };
  document.addEventListener("submit", (event) => {
    if (event.target.getAttribute("action") !== "/sign-out") return;
    event.preventDefault();
    signOut(event.target);
  });

  // Links with data-step lead to another moment of the same page.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-step], [data-steps] a") : null;
    if (!link || !link.href || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const url = link.href;
    history.pushState(null, "", url);
    show(url).catch((error) => { if (error.name !== "AbortError") location.assign(url); });
  });
  addEventListener("popstate", () => {
    show(location.href).catch((error) => { if (error.name !== "AbortError") location.reload(); });
  });

  // A form with data-step does the same with what is put in.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-step]") || form.method !== "get") return;
    event.preventDefault();
    const url = form.action.split("?")[0] + "?" + new URLSearchParams(new FormData(form));
    history.pushState(null, "", url);
    show(url).catch((error) => { if (error.name !== "AbortError") location.assign(url); });
  });

  // What a page says may become another by the passing of time alone.
  document.addEventListener("fupan:stale", refresh);

  // The ledger tells of each further entry; those of the page's own streams bring
  // the page up to date, at most twice a second, and one answer after the other.
  let follower = null;
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  let isDue = false;
  let isUnderWay = false;
  const soon = async () => {
    isDue = true;
    if (isUnderWay) return;
    isUnderWay = true;
    while (isDue) {
      await pause(TOGETHER_MS);
      isDue = false;
      await Promise.race([refresh(), pause(PATIENCE_MS)]);
    }
    isUnderWay = false;
  };
  const follow = () => {
    const { Follower, ERASED, erased } = window.fupan;
    if (!document.body.dataset.follow || !window.EventSource) return;
    const streams = (document.body.dataset.streams || "").split(" ").filter(Boolean);
    const mine = (stream) => streams.some((s) => s.endsWith("/") ? stream.startsWith(s) : stream === s);
    // A page that looks at no stream is made anew by nothing: it only loses names.
    const anew = () => { if (streams.length) soon(); };
    follower = new Follower({
      heard: (entry) => {
        if (entry.type === ERASED) { erased.forget([entry.who]); anew(); }
        else if (mine(entry.stream)) soon();
      },
      anew, who: short, erased: erased.forget, nameless: erased.nameless,
      state: (now) => { document.documentElement.dataset.live = now; },
    });
    // Where each window has a stream of its own they are for pages that change.
    if (!follower.isShared && !streams.length) return;
    // Nobody looks at a page that is hidden: it catches up when it is shown again.
    const look = () => { if (document.hidden) follower.leave(); else follower.join(); };
    look();
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) anew();
      look();
    });
    addEventListener("pagehide", () => follower.leave());
    addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  };
  follow();

  // What is still being made is looked for again, as long as the page says so.
  const again = () => {
    const waits = document.querySelector("[data-again]");
    if (!waits) return;
    setTimeout(() => {
      const url = new URL(location.href);
      // What was asked to be made anew is under way; what waits its turn is asked for still.
      if (!("waits" in waits.dataset)) url.searchParams.delete("again");
      show(url.href).catch((error) => { if (error.name !== "AbortError") again(); });
    }, Number(waits.dataset.again) || 2000);
  };
  again();
  document.addEventListener("fupan:exchanged", again);

  // The recorder's pages that this device keeps are of whoever is signed in: nobody
  // else gets them, nor does anybody once that session has ended.
  const tidy = async () => {
    if (!(await caches.has(RECORDERS))) return;
    const store = await caches.open(RECORDERS);
    for (const asked of await store.keys()) {
      if (!new URL(asked.url).pathname.endsWith("/record")) continue;
      const kept = await store.match(asked);
      const page = kept && new DOMParser().parseFromString(await kept.text(), "text/html");
      if (!page || (page.body.dataset.who || "") !== (document.body.dataset.who || "")) await store.delete(asked);
    }
  };
  if (window.caches) {
    tidy().catch(() => {});
    document.addEventListener("submit", (event) => {
      if (event.target.matches('form[action="/sign-in"]')) caches.delete(RECORDERS).catch(() => {});
    });
  }

  // A menu closes when something else is chosen.
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.activeElement && document.activeElement.closest("details.menu[open]");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
  });
})();
