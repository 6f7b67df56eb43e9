// The recorder's console: what is tapped becomes an entry that waits on this
// device, is drawn at once, and is sent as soon as there is a network. A stone is
// placed by two taps, so that a slip of the finger only proposes; its time is that
// of the tap that proposed it. No key of its own records anything.
"use strict";
(() => {
  const { Shown, Waiting, Drawn, otherSide } = window.fupan;
  const byId = (id) => document.getElementById(id);
  const console_ = byId("console");
  const texts = JSON.parse(byId("texts").textContent);
  const COLOURS = ["black", "white"];
  // Two taps on a point within that are one that bounced; nobody taps twice so fast.
  const BOUNCE_MS = 120;
  // Two touches of a button within that are one: it says something else meanwhile.
  const PRESSED_MS = 600;
  const CALLED_MS = 300;
  // A proposal that is older was looked at, and is placed with the time of placing.
  const FRESH_MS = 10000;
  // A device's clock counts as right if it is off by less than that, which is measured
  // by an answer that takes no longer than that, and again after so long.
  const AHEAD_MS = 5000;
  const PROMPT_MS = 3000;
  const MEASURED_MS = 600000;
  const RETRIES_MS = [1000, 2000, 4000, 8000, 15000];
  const CHOOSES = ["captives", "dead", "contested", "seal"];
  // The right point of a stone is looked for: of one that was refused, of one that
  // was keyed wrongly.
  const FIXES = ["fix", "instead"];
  // A call can be recorded so early.
  const CALL_EARLY_MS = 8000;

  const say = (key, vars) => Object.entries(vars || {})
    .reduce((text, [name, value]) => text.replaceAll("{" + name + "}", value), texts[key] || key);

  // A text in an element; its stones are drawn, for a letter takes the colour of the
  // ink, and a black stone would be white where it is dark.
  const put = (into, text) => {
    if (into.dataset.put === text) return;
    into.dataset.put = text;
    const whole = document.createElement("span");
    whole.append(...text.split(/([●○])/).filter(Boolean).map((part) => {
      const colour = { "●": "black", "○": "white" }[part];
      if (!colour) return part;
      const stone = document.createElement("span");
      stone.className = "rec-sign " + colour;
      stone.setAttribute("role", "img");
      stone.setAttribute("aria-label", texts[colour]);
      return stone;
    }));
    // One box, so that a button wraps it like a text.
    into.replaceChildren(whole);
  };

  const element = (name, text, className) => {
    const made = document.createElement(name);
    if (text !== undefined) put(made, text);
    if (className) made.className = className;
    return made;
  };

  class Desk {
    constructor() {
      this.me = console_.dataset.me || null;
      this.sealed = this.read(document);
      this.waiting = new Waiting(console_.dataset.ledger, console_.dataset.game, this.me || "");
      this.waiting.changed = () => { if (this.drawn) this.render(); };
      this.proof = this.proofOf(document);
      this.mode = "play";
      this.proposal = null;
      this.marked = [];
      this.fixes = null;
      this.whose = null;
      this.network = "on";
      this.ahead = 0;
      this.tries = 0;
      this.pressedAt = 0;
      this.calledAt = 0;
      this.isCalling = false;
      this.earliestCall = CALL_EARLY_MS;
      this.said = "";
    }

    // It is so late by the service's clock, by which all that is recorded is told: a
    // device may be wrong by an hour.
    now() { return Date.now() - this.ahead; }

    async measure() {
      try {
        const began = Date.now();
        const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PROMPT_MS) });
        const took = Date.now() - began;
        // The header has whole seconds.
        const ahead = began + took / 2 - Date.parse(answer.headers.get("date")) - 500;
        if (!Number.isFinite(ahead) || took < 0 || took > PROMPT_MS) return;
        this.ahead = Math.abs(ahead) < AHEAD_MS ? 0 : Math.round(ahead);
        if (this.waiting.base) await this.waiting.keepAhead(this.ahead);
        this.render();
      } catch { /* no network: what was measured before goes on */ }
    }

    say(key, vars) { return say(key, vars); }
    colour(colour) { return texts[colour]; }
    sign(colour) { return colour === "black" ? "●" : colour === "white" ? "○" : ""; }
    time(at) { return new Date(at).toLocaleTimeString(document.documentElement.lang, { hour12: false }); }

    // An entry in a few words.
    event(entry) {
      const { type, data } = entry;
      const point = data.point || (data.points || []).join(" ");
      const player = this.sealed.players.find((one) => one.id === data.player);
      const parts = [texts["event " + type] || type, this.sign(data.colour || data.by), point, player ? player.name : ""];
      if (data.area_qz !== undefined) parts.push(String(data.area_qz / 4));
      if (data.call !== undefined) parts.push(this.calledOut(data.call));
      if (data.misread) parts.push("(" + say("value-misread") + ")");
      if (data.permitted !== undefined) parts.push("(" + say(data.permitted ? "value-permitted" : "value-not-permitted") + ")");
      return parts.filter(Boolean).join(" ");
    }

    // A call of byo-yomi: seconds as they are, minutes and what is left in words.
    calledOut(call) {
      const found = /^(?:left (\d+)|(\d+)m)$/.exec(call);
      if (!found) return call;
      return found[1] ? say("call-left", { count: found[1] }) : say("call-minutes", { count: found[2] });
    }

    read(page) { return JSON.parse(page.getElementById("sealed").textContent); }

    proofOf(page) {
      const meta = page.querySelector('meta[name="csrf"]');
      return meta ? meta.content : null;
    }

    async open() {
      try {
        await this.waiting.open();
        this.ahead = await this.waiting.keptAhead();
        const kept = await this.waiting.keptSealed();
        if (kept && this.isNewer(kept)) this.sealed = kept;
      } catch (error) { this.broken = String(error && error.message || error); }
      this.drawn = new Drawn(byId("goban"), this.sealed.rows.length, (what) => this.named(what), (point, isKey) => this.tapped(point, isKey));
      byId("lamp").hidden = false;
      if (this.me) { byId("deck").hidden = false; this.listen(); this.asked = new window.fupan.Asked(this); }
      document.addEventListener("fupan:exchanged", () => this.take(this.read(document)));
      addEventListener("online", () => { this.tries = 0; this.flush(); this.measure(); });
      addEventListener("offline", () => { this.network = "off"; this.render(); });
      document.addEventListener("visibilitychange", () => { if (!document.hidden) { this.flush(); this.measure(); } });
      setInterval(() => this.tick(), 250);
      setInterval(() => this.measure(), MEASURED_MS);
      this.measure();
      if (this.waiting.base) await this.waiting.forget(this.sealed.version);
      this.others = this.waiting.base ? await this.waiting.others() : new Map();
      this.render();
      console_.dataset.ready = "true";
      this.flush();
      this.keepPage();
    }

    // The page of a moment ago may come from what this device has kept.
    isNewer(sealed) {
      return sealed.version > this.sealed.version
        || sealed.version === this.sealed.version && (sealed.known || 0) > (this.sealed.known || 0);
    }

    async take(sealed) {
      if (this.isNewer(sealed)) {
        this.sealed = sealed;
        if (this.waiting.base) this.waiting.keepSealed(sealed).catch(() => {});
      }
      if (this.waiting.base) await this.waiting.forget(this.sealed.version);
      this.render();
    }

    // Asks for the page again: what is sealed by now, and whether the session lasts.
    async refresh() {
      const answer = await fetch(location.href, { headers: { accept: "text/html" }, signal: AbortSignal.timeout(15000) });
      if (answer.status >= 500) throw new Error("busy");
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("console");
      const me = fresh ? fresh.dataset.me || null : null;
      this.proof = me === this.me ? this.proofOf(page) : null;
      if (fresh) await this.take(this.read(page));
      return this.me === null || this.proof !== null;
    }

    // Sends what waits; tries again by itself while that can help.
    async flush() {
      clearTimeout(this.timer);
      if (this.isFlushing) { this.isAgain = true; return; }
      this.isFlushing = true;
      let how = "done";
      try { how = await this.attempt(); } catch { how = "offline"; }
      this.isFlushing = false;
      this.network = { offline: "off", busy: "busy", "signed-out": "out" }[how] || "on";
      if (how === "offline" || how === "busy" || how === "elsewhere") {
        const wait = RETRIES_MS[Math.min(this.tries, RETRIES_MS.length - 1)];
        this.tries += 1;
        this.timer = setTimeout(() => this.flush(), wait);
      } else { this.tries = 0; }
      this.render();
      if (this.isAgain) { this.isAgain = false; this.flush(); }
    }

    async attempt() {
      if (!this.me || !this.waiting.base) return (await this.refresh()) ? "done" : "signed-out";
      if (this.proof === null && !(await this.refresh())) return "signed-out";
      if (!this.waiting.unsealed().length) {
        const isNeeded = this.network !== "on" || this.waiting.items.length > 0;
        return !isNeeded || (await this.refresh()) ? "done" : "signed-out";
      }
      let how = await this.waiting.send(this.proof);
      if (how === "proof" || how === "signed-out") {
        if (!(await this.refresh())) return "signed-out";
        how = await this.waiting.send(this.proof);
        if (how === "proof") how = "signed-out";
      }
      if (how === "done" || how === "trouble") await this.refresh();
      return how;
    }

    // Something happened. It is kept before it counts, and drawn at once. What
    // happens beside the move that is being put in leaves that as it is.
    async record(type, data, at, isBeside = false) {
      if (!isBeside) {
        this.proposal = null;
        this.whose = null;
      }
      try { await this.waiting.add(type, data, at, this.sealed.version); } catch (error) {
        this.broken = String(error && error.message || error);
      }
      this.render();
      this.flush();
    }

    listen() {
      // A key that is held down presses once.
      document.addEventListener("keydown", (event) => {
        if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
      }, true);
      byId("whose").addEventListener("change", (event) => {
        this.whose = event.target.value;
        if (this.proposal) this.propose(this.proposal.point);
        this.render();
      });
      byId("place").addEventListener("click", () => this.place());
      byId("press").addEventListener("click", () => this.press());
      byId("resume").addEventListener("click", () => this.record("game_resumed", {}, this.now()));
      byId("call").addEventListener("click", () => this.callOut());
      byId("dead").addEventListener("click", () => this.enter("dead"));
      byId("chosen").addEventListener("click", () => this.chosen());
      byId("leave").addEventListener("click", () => this.leave());
      byId("withdraw").addEventListener("click", () => { this.proposal = null; this.render(); });
      byId("otherwise").addEventListener("click", () => {
        this.mode = this.mode === "lifted" ? "play" : "lifted";
        this.render();
      });
      byId("nudge").addEventListener("click", (event) => {
        const way = event.target.dataset.nudge;
        const to = way && this.proposal && this.drawn.beside(this.proposal.point, way);
        if (to) { this.propose(to); this.render(); }
      });
      byId("typed").addEventListener("submit", (event) => {
        event.preventDefault();
        const point = byId("typed-point").value.trim().toUpperCase();
        if (this.shown.board.cell(point) < 0) { this.help(say("wrong-point", { point })); return; }
        this.tapped(point, true);
        byId("typed-point").value = "";
      });
      const out = document.querySelector('form[action="/sign-out"]');
      if (out) out.addEventListener("submit", () => { if (window.caches) caches.delete("fupan-record"); });
    }

    // Whether stones can be put: facts are facts while the game stands still, too.
    takesStones() { return ["playing", "paused", "ending"].includes(this.shown.status); }

    tapped(point, isKey) {
      if (!this.me) return;
      const colour = this.shown.board.at(point);
      if (CHOOSES.includes(this.mode)) { this.mark(point, colour); return; }
      if (this.mode === "lifted") { this.lift(point, colour); return; }
      if (!FIXES.includes(this.mode) && !this.takesStones()) { this.help(this.standing()); return; }
      if (colour) { this.help(say("occupied", { point })); return; }
      const isSame = this.proposal && this.proposal.point === point;
      if (!isSame) { this.propose(point); this.render(); if (isKey) byId("place").focus(); return; }
      // A key only leads on to the button that places.
      if (isKey) byId("place").focus();
      else if (this.now() - this.proposal.at >= BOUNCE_MS) this.place();
    }

    // The stone whose right point is looked for.
    fixed() {
      if (this.mode === "instead") return this.asked.undo.sought;
      return this.fixes ? this.fixes.draft : null;
    }

    propose(point) {
      if (this.shown.board.at(point)) { this.help(say("occupied", { point })); return; }
      const fixed = this.fixed();
      const colour = fixed ? fixed.data.colour : this.whose || this.shown.toPlay;
      const due = this.shown.board.due(colour, point);
      this.proposal = { point, colour, at: this.now(), due, lifted: due };
      if (this.mode === "lifted") this.mode = "play";
    }

    lift(point, colour) {
      if (!colour) return;
      const { lifted } = this.proposal;
      this.proposal.lifted = lifted.includes(point) ? lifted.filter((p) => p !== point) : lifted.concat(point);
      this.render();
    }

    mark(point, colour) {
      if (this.mode === "seal") {
        if (colour) { this.help(say("occupied", { point })); return; }
        this.marked = this.marked.includes(point) ? [] : [point];
        this.render();
        return;
      }
      if (this.mode === "contested" ? colour : !colour) return;
      const group = this.mode === "contested" ? [point] : this.shown.board.chain(point);
      const isMarked = this.marked.includes(point);
      const rest = this.marked.filter((p) => !group.includes(p));
      this.marked = isMarked ? rest : rest.concat(group);
      this.render();
    }

    async place() {
      if (!this.proposal) return;
      const { point, colour, at, due, lifted } = this.proposal;
      if (this.mode === "instead") {
        this.leave();
        this.asked.undo.found(point);
        return;
      }
      const data = { colour, point };
      if (lifted.length !== due.length || !lifted.every((p) => due.includes(p))) data.lifted = lifted.slice().sort();
      const when = this.now() - at <= FRESH_MS ? at : this.now();
      const fixes = this.fixes;
      this.leave();
      if (fixes) {
        await this.waiting.change(fixes.n, Object.assign({}, data, fixes.draft.data.hand_off === false ? { hand_off: false } : {}));
        this.flush();
        return;
      }
      const isFocused = byId("place") === document.activeElement;
      await this.record("stone_played", data, when);
      if (isFocused) this.drawn.buttons[this.drawn.focused].focus();
    }

    // The stone that is proposed, where the side whose clock is pressed has put it: it
    // is placed with the press.
    pressed(colour) {
      const isDue = this.shown.pressDue === null && this.proposal !== null && this.proposal.colour === colour;
      return isDue && ["play", "lifted"].includes(this.mode) ? this.proposal : null;
    }

    // The clock of the side whose turn it is. One that is pressed before its stone
    // is asked about: it may be a slip.
    async press() {
      const colour = this.shown.presses();
      if (!colour || Date.now() - this.pressedAt < PRESSED_MS) return;
      const press = () => { this.pressedAt = Date.now(); return this.record("clock_pressed", { colour }, this.now()); };
      if (this.pressed(colour)) {
        this.pressedAt = Date.now();
        await this.place();
        await press();
      } else if (this.shown.pressDue) await press();
      else this.asked.ask(say("press", { colour: this.colour(colour) }), say("press-early", { colour: this.colour(colour) }), say("press-it"), press);
    }

    // What was just called in byo-yomi: the call that is nearest to its moment. A
    // touch that bounces, or comes long before, records nothing.
    async callOut() {
      const now = this.now();
      const next = this.shown.toCall(now);
      if (!next || this.isCalling || next.at - now > CALL_EARLY_MS || now - this.calledAt < CALLED_MS) return;
      this.isCalling = true;
      this.calledAt = now;
      await this.record("byoyomi_read", { colour: next.colour, call: next.text }, now, true);
      this.isCalling = false;
    }

    enter(mode) {
      this.mode = mode;
      this.proposal = null;
      this.marked = mode === "captives" ? this.shown.board.breathless() : mode === "dead" ? this.shown.dead.slice() : [];
      this.render();
      byId("goban").scrollIntoView({ block: "nearest" });
    }

    leave() {
      this.mode = "play";
      this.fixes = null;
      this.marked = [];
      this.proposal = null;
      this.render();
    }

    // What was marked is recorded; the dead stones are asked about once more.
    async chosen() {
      const points = this.marked.slice();
      const { mode } = this;
      const kept = () => this.leave();
      if (mode === "captives") {
        const colour = otherSide(this.shown.board.at(points[0]));
        kept();
        await this.record("captives_lifted", { colour, points }, this.now());
      } else if (mode === "contested") {
        kept();
        await this.record("contested_point_found", { points }, this.now());
      } else if (mode === "seal") {
        this.asked.seal(points[0]);
      } else {
        this.asked.ask(say("dead-title"), say("dead-sure", { count: points.length, points: points.join(" ") || "–" }), say("dead-it"), () => {
          kept();
          this.record("dead_stones_agreed", { points, by: COLOURS }, this.now());
        });
      }
    }

    // What is drawn on top of what is sealed: an entry may be sealed already, and
    // its answer still be on the way.
    onTop() {
      const sealed = new Set(this.sealed.entries.map((entry) => entry.id));
      return this.waiting.drafts().filter((draft) => !sealed.has(draft.id));
    }

    // What is said at a point, for those who don't see it.
    named(what) {
      const parts = [what.colour ? say("point-stone", { point: what.point, stone: texts["stone-" + what.colour] }) : say("point-empty", { point: what.point })];
      if (what.proposed) parts.push(say("point-proposed", { stone: texts["stone-" + what.proposed] }));
      if (what.isLast) parts.push(say("point-last"));
      if (what.isWaiting) parts.push(say("not-sealed"));
      if (what.isOff) parts.push(say("point-off"));
      if (what.isMarked) parts.push(say("point-marked"));
      return parts.join(", ");
    }

    help(text) { put(byId("mode-help"), text); }

    standing() { return say("status-" + this.shown.status); }

    // Keeps the page itself, so that it opens again without a network.
    async keepPage() {
      const told = byId("reopens");
      if (!this.me) return;
      told.hidden = false;
      told.textContent = say("reopens-not");
      if (!("serviceWorker" in navigator)) return;
      try {
        navigator.serviceWorker.addEventListener("message", (event) => {
          if (event.data && event.data.kept) { told.textContent = say("reopens"); told.dataset.kept = "true"; }
        });
        await navigator.serviceWorker.register(console_.dataset.worker, { scope: location.pathname });
        const ready = await navigator.serviceWorker.ready;
        ready.active.postMessage({ keep: location.href });
      } catch { /* a certificate that the device does not trust: said already */ }
    }
  }

  window.fupan.Desk = Desk;
  window.fupan.element = element;
  window.fupan.put = put;
})();
