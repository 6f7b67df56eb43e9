// What an arbiter's pages do beyond showing themselves.
// A ruling or an appeal that is being written is kept in this browser until it is
// recorded, and a form that has grown old says so; a file that is chosen is hashed,
// attached and sent. Without this script all of it is done by the forms alone.
"use strict";
(() => {
  const kept = (key) => { try { return JSON.parse(localStorage.getItem(key)) || {}; } catch { return {}; } };
  const keep = (key, texts) => { try { localStorage.setItem(key, JSON.stringify(texts)); } catch { /* not kept */ } };

  // What was wrong, or that it is recorded, is where a reader goes on, whatever the
  // width of the window; else a review is read from its heading on.
  const told = document.querySelector("main .wrong[tabindex], main .done[tabindex]") || document.querySelector("main [data-begins]");
  if (told) told.focus();

  // With which key a draft was last sent, under a name that no field has. A form that
  // was recorded ends the draft that was sent with its key, and no other; its address
  // is not to say so again when the page is loaded anew.
  const SENT = "";
  for (const done of document.querySelectorAll("[data-drops]")) {
    const { drops, form } = done.dataset;
    if (form && kept(drops)[SENT] === form) {
      try { localStorage.removeItem(drops); } catch { /* nothing is kept */ }
    }
    const url = new URL(location.href);
    for (const name of ["ruled", "done", "form", "entry", "game", "of"]) url.searchParams.delete(name);
    history.replaceState(history.state, "", url);
  }
  for (const form of document.querySelectorAll("form[data-draft]")) {
    const key = form.dataset.draft;
    const fields = form.querySelectorAll("[data-kept]");
    const texts = kept(key);
    for (const field of fields) {
      // A form that comes back says what was sent, which is newer than the draft.
      if (!form.dataset.sent && typeof texts[field.name] === "string") field.value = texts[field.name];
    }
    form.addEventListener("input", (event) => {
      if (!event.target.matches("[data-kept]")) return;
      const now = {};
      for (const field of fields) if (field.value !== field.defaultValue) now[field.name] = field.value;
      keep(key, now);
    });
    form.addEventListener("submit", () => {
      const now = kept(key);
      if (Object.keys(now).length && form.elements.key) keep(key, { ...now, [SENT]: form.elements.key.value });
    });
  }

  // Orders of one's own are given where they are chosen.
  document.addEventListener("change", (event) => {
    const orders = event.target.matches("input[name=outcome][data-unfolds]") && document.getElementById("own-orders");
    if (orders && event.target.checked) orders.open = true;
  });

  // What is left until a moment, and how long something has waited, go on between two
  // entries; the moment itself stands beside it. The service's clock counts: a page
  // says what that showed when it was made, and a device may be wrong by an hour.
  const two = (n) => String(n).padStart(2, "0");
  // Nor does one that is set meanwhile matter.
  const time = new window.fupan.Time();
  let basis = null;
  const set = () => {
    const said = document.querySelector("[data-now]");
    if (!said || said.dataset.now === basis) return;
    basis = said.dataset.now;
    time.begin(Date.parse(basis), 0);
  };
  // A moment that has come makes the page another one: it is asked for again, once.
  const come = new Set();
  const tick = () => {
    set();
    time.check();
    const now = time.now();
    let isOver = false;
    for (const element of document.querySelectorAll("[data-until], [data-since]")) {
      const { until, since } = element.dataset;
      const ms = until ? Date.parse(until) - now : now - Date.parse(since);
      const s = Math.max(0, Math.floor(ms / 1000));
      element.textContent = Math.floor(s / 3600) + ":" + two(Math.floor(s / 60) % 60) + ":" + two(s % 60);
      // The service tells whole seconds: a moment has come for it, too, a second later.
      if (!until || ms > -1000 || come.has(until)) continue;
      come.add(until);
      isOver = true;
    }
    if (isOver) document.dispatchEvent(new CustomEvent("fupan:stale"));
  };
  set();
  setInterval(tick, 1000);

  for (const button of document.querySelectorAll("[data-prints]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }

  // A file is known by its hash, which a browser computes only where the connection
  // is safe. An entry stays for ever, so the file is looked at first: whether it is of
  // a kind and size that is kept. Then its entry goes in, then the bytes.
  const hex = (bytes) => Array.from(new Uint8Array(bytes), (b) => b.toString(16).padStart(2, "0")).join("");
  for (const form of document.querySelectorAll("form[data-upload]")) {
    const row = form.querySelector("[data-file]");
    const told = form.querySelector("[data-told]");
    const file = row && row.querySelector("input[type=file]");
    if (!file || !window.crypto || !crypto.subtle) continue;
    row.hidden = false;
    const put = (name, value) => { form.elements[name].value = value; };
    const hash = async (chosen) => hex(await crypto.subtle.digest("SHA-256", await chosen.arrayBuffer()));
    const unfit = (chosen) => {
      const kinds = file.accept.split(",").filter(Boolean);
      const kind = form.elements.media_type.value.trim().toLowerCase();
      if (kinds.length && !kinds.includes(kind)) return form.dataset.otherKind;
      return chosen.size > Number(form.dataset.most) ? form.dataset.tooLarge : "";
    };
    // What the script put in for another file is put in anew.
    let named = "";
    file.addEventListener("change", async () => {
      const chosen = file.files[0];
      told.textContent = "";
      if (!chosen) return;
      const sha256 = await hash(chosen);
      if (file.files[0] !== chosen) return;
      put("sha256", sha256);
      put("bytes", chosen.size);
      put("media_type", chosen.type || "application/octet-stream");
      if (!form.elements.title.value || form.elements.title.value === named) put("title", chosen.name);
      named = chosen.name;
      const why = unfit(chosen);
      if (why) told.textContent = "⚠ " + why;
    });
    // The same file attached twice by the same form is one entry; what is put in
    // otherwise is another.
    let sent = null;
    let isSending = false;
    form.addEventListener("submit", async (event) => {
      const chosen = file.files[0];
      if (!chosen) return;
      event.preventDefault();
      if (isSending) return;
      isSending = true;
      const csrf = form.elements.csrf.value;
      const send = async (path, type, body) => {
        const answer = await fetch(form.dataset.upload + path, { method: "POST", headers: { "content-type": type, "x-csrf-token": csrf, accept: "application/json" }, body });
        if (answer.ok) return;
        const problem = await answer.json().catch(() => ({}));
        throw new Error(problem.detail || answer.status + " " + answer.statusText);
      };
      const text = (name) => form.elements[name].value.trim().normalize("NFC");
      try {
        const why = unfit(chosen);
        if (why) throw new Error(why);
        // The bytes that are sent are those that are recorded, whatever the field says.
        const data = { evidence: text("evidence"), sha256: await hash(chosen), bytes: chosen.size, media_type: text("media_type"), title: text("title"), class: "open" };
        const said = JSON.stringify(data);
        if (!sent || sent.said !== said) sent = { said, id: crypto.randomUUID(), at: new Date().toISOString() };
        const draft = { id: sent.id, stream: form.dataset.stream, type: "evidence_attached", at: sent.at, actor: form.dataset.actor, data };
        await send("/entries", "application/json", JSON.stringify([draft]));
        await send("/evidence/" + data.sha256, data.media_type, chosen);
        location.assign(location.pathname + "?done=attach&entry=" + sent.id);
      } catch (error) {
        told.textContent = "⚠ " + error.message;
        isSending = false;
      }
    });
  }

  // The part that is brought up to date says on which entry it rests; the form
  // says on which it was made.
  const compare = () => {
    const now = document.querySelector("[data-basis]");
    const seen = document.querySelector("form.ruling input[name=seen]");
    const note = document.getElementById("moved-on");
    if (now && seen && note) note.hidden = now.dataset.basis === seen.value;
  };
  compare();
  document.addEventListener("fupan:exchanged", compare);
})();
