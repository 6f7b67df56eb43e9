// The recorder's console: what is tapped becomes an entry that waits on this
// device, is drawn at once, and is sent as soon as there is a network. A stone is
// placed by two taps, so that a slip of the finger only proposes; its time is that
// of the tap that proposed it. No key of its own records anything.
"use strict";
(() => {
  const { Shown, Time, Waiting, Drawn, basis, otherSide } = window.fupan;
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
  // The service's clock is measured again after so long, and kept more often.
  const MEASURED_MS = 600000;
  const KEPT_MS = 60000;
  const CHOOSES = ["captives", "dead", "contested", "seal"];
  // The right point of a stone is looked for: of one that was refused, of one that
  // was keyed wrongly.
  const FIXES = ["fix", "instead"];
  // A call can be recorded so early.
  const CALL_EARLY_MS = 8000;

  const say = (key, vars) => Object.entries(vars || {})
    .reduce((text, [name, value]) => text.replaceAll("{" + name + "}", value), texts[key] || key);

  // The time of a day as the venue's clocks show it. Its zone may be an offset, which
  // not every browser knows by itself; nor need it know each zone.
  const timeOfDay = (() => {
    const lang = document.documentElement.lang;
    const { zone } = console_.dataset;
    const offset = /^([+-])(\d\d):?(\d\d)?$/.exec(zone);
    const minutes = offset ? (Number(offset[2]) * 60 + Number(offset[3] || 0)) * (offset[1] === "-" ? -1 : 1) : 0;
    const how = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" };
    const format = (() => {
      try { return new Intl.DateTimeFormat(lang, Object.assign({ timeZone: offset ? "UTC" : zone }, how)); } catch { return new Intl.DateTimeFormat(lang, how); }
    })();
    return (at) => format.format(new Date(at).getTime() + minutes * 60000);
  })();

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
      this.waiting = new Waiting(console_.dataset.ledger, console_.dataset.game, this.me || console_.dataset.was || "");
      this.waiting.moved = (error) => { this.fail(error); this.render(); };
      this.waiting.changed = () => { if (this.drawn) this.render(); };
      this.proof = this.proofOf(document);
      this.mode = "play";
      this.proposal = null;
      this.marked = [];
      this.fixes = null;
      this.whose = null;
      this.network = "on";
      // Whether the service said of this page that it is its own.
      this.isChecked = false;
      this.clock = new Time();
      this.tries = 0;
      this.pressedAt = -Infinity;
      this.calledAt = -Infinity;
      this.isCalling = false;
      this.earliestCall = CALL_EARLY_MS;
      this.said = "";
      // On what the marking of points rests, and what is said where that is gone.
      this.markedOn = null;
      this.notice = null;
      this.pressShown = null;
      this.pressShownAt = -Infinity;
    }

    // It is so late by the service's clock.
    now() { return this.clock.now(); }
    get ahead() { return this.clock.ahead; }

    say(key, vars) { return say(key, vars); }
    colour(colour) { return texts[colour]; }
    sign(colour) { return colour === "black" ? "●" : colour === "white" ? "○" : ""; }
    time(at) { return timeOfDay(at); }

    // An entry in a few words.
    event(entry) {
      const { type, data } = entry;
      if (type === "entry_corrected") return this.corrected(entry);
      const point = data.point || (data.points || []).join(" ");
      const player = this.sealed.players.find((one) => one.id === data.player);
      const parts = [texts["event " + type] || type, this.sign(data.colour || data.by), point, player ? player.name : ""];
      if (data.area_qz !== undefined) parts.push(String(data.area_qz / 4));
      if (data.call !== undefined) parts.push(this.calledOut(data.call));
      if (data.misread) parts.push("(" + say("value-misread") + ")");
      if (data.permitted !== undefined) parts.push("(" + say(data.permitted ? "value-permitted" : "value-not-permitted") + ")");
      return parts.filter(Boolean).join(" ");
    }

    // What was corrected, and as what it is read now.
    corrected({ type, data }) {
      const sealed = this.sealed.entries.find((one) => one.id === data.entry);
      const waiting = this.waiting.drafts().find((draft) => draft.id === data.entry);
      const was = sealed ? "#" + sealed.seq + " " + this.event(sealed) : waiting ? this.event(waiting) : "";
      const now = data.replacement ? this.event(data.replacement) : say("undo-nothing");
      return (texts["event " + type] || type) + ": " + [was, now].filter(Boolean).join(" → ");
    }

    // A call of byo-yomi: seconds as they are, minutes and what is left in words.
    calledOut(call) {
      const found = /^(?:left (\d+)|(\d+)m)$/.exec(call);
      if (!found) return call;
      return found[1] ? say("call-left", { count: found[1] }) : say("call-minutes", { count: found[2] });
    }

    // A page of a moment ago, or one that this device kept, may still have a name that
    // was erased.
    read(page) {
      const sealed = JSON.parse(page.getElementById("sealed").textContent);
      window.fupan.erased.unname(sealed);
      return sealed;
    }

    proofOf(page) {
      const meta = page.querySelector('meta[name="csrf"]');
      return meta ? meta.content : null;
    }

    async open() {
      try {
        await this.waiting.open();
        this.clock.resume(await this.waiting.keptClock());
        const kept = await this.waiting.keptSealed();
        if (kept) window.fupan.erased.unname(kept);
        if (kept && this.isNewer(kept)) this.sealed = kept;
      } catch (error) { this.fail(error); }
      this.drawn = new Drawn(byId("goban"), this.sealed.rows.length, (what) => this.named(what), (point, isKey) => this.tapped(point, isKey));
      byId("lamp").hidden = false;
      if (this.me) { byId("deck").hidden = false; this.listen(); this.asked = new window.fupan.Asked(this); }
      document.addEventListener("fupan:exchanged", () => this.take(this.read(document)));
      document.addEventListener("fupan:erased", () => this.render());
      addEventListener("online", () => { this.tries = 0; this.flush(); this.measure(); });
      addEventListener("offline", () => { this.network = "off"; this.render(); });
      document.addEventListener("visibilitychange", () => { if (!document.hidden) { this.flush(); this.measure(); } });
      setInterval(() => { this.checkClock(); this.tick(); }, 250);
      setInterval(() => this.keepClock().catch(() => {}), KEPT_MS);
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
      // What was begun is held against it before anything can be recorded.
      this.render();
      if (this.waiting.base) await this.waiting.forget(this.sealed.version);
      this.render();
    }

    // Withdraws what was begun on a game that is another by now.
    dropOvertaken() {
      let isGone = false;
      if (this.proposal && this.proposal.basis !== basis(this, "proposal")) { this.proposal = null; isGone = true; }
      if (CHOOSES.includes(this.mode) && this.markedOn !== basis(this, this.mode)) {
        this.mode = "play";
        this.marked = [];
        isGone = true;
      }
      if (this.asked && this.asked.dropOvertaken()) isGone = true;
      if (!isGone) return;
      this.whose = null;
      this.notice = "⚠ " + say("overtaken");
    }

    // Something happened. It is kept before it counts, and drawn at once. What
    // happens beside the move that is being put in leaves that as it is. `seen`: the
    // version that was shown when it was recorded. Answers whether it is kept.
    async record(type, data, at, isBeside = false, seen = this.sealed.version) {
      this.notice = null;
      if (!isBeside) {
        this.proposal = null;
        this.whose = null;
      }
      // The clock was perhaps set since the time was read.
      const before = this.now();
      this.checkClock();
      const when = at + this.now() - before;
      try { await this.waiting.add(type, data, when, seen, !this.clock.isSure); } catch (error) {
        this.fail(error);
        this.notice = "⚠ " + say("not-recorded", { entry: this.event({ type, data }) });
        this.render();
        return false;
      }
      this.broken = null;
      this.render();
      this.flush();
      return true;
    }

    // Why this device can't keep what is recorded; null: it can.
    fail(error) {
      this.broken = error ? String(error.message || error.name || error) : null;
      this.waiting.why = this.broken;
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
      else if (performance.now() - this.proposal.began >= BOUNCE_MS) this.place();
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
      this.notice = null;
      this.proposal = { point, colour, began: performance.now(), due, lifted: due, basis: basis(this, "proposal") };
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
      if (!this.proposal) return false;
      const { point, colour, began, due, lifted } = this.proposal;
      if (this.mode === "instead") {
        this.leave();
        this.asked.undo.found(point);
        return false;
      }
      const data = { colour, point };
      if (lifted.length !== due.length || !lifted.every((p) => due.includes(p))) data.lifted = lifted.slice().sort();
      const ago = performance.now() - began;
      const when = this.now() - (ago <= FRESH_MS ? Math.round(ago) : 0);
      const fixes = this.fixes;
      this.leave();
      if (fixes) {
        await this.waiting.change(fixes.n, Object.assign({}, data, fixes.draft.data.hand_off === false ? { hand_off: false } : {}));
        this.flush();
        return true;
      }
      const isAway = Boolean(this.shown.away[colour]);
      const isFocused = byId("place") === document.activeElement;
      const isKept = await this.record("stone_played", data, when);
      if (isFocused) this.drawn.button().focus();
      // Who plays is at the board: since when he is away no longer holds, but nobody has
      // said so yet.
      if (isKept && isAway) { this.notice = "⇄ " + say("back-again", { colour: this.colour(colour) }); this.render(); }
      return isKept;
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
      if (!colour || performance.now() - this.pressedAt < PRESSED_MS) return;
      const text = say("press", { colour: this.colour(colour) });
      // The button was the other side's in the moment of the touch.
      const isOther = performance.now() - this.pressShownAt < PRESSED_MS;
      const press = async () => {
        const seen = this.sealed.version;
        this.pressedAt = performance.now();
        if (this.pressed(colour) && !(await this.place())) return;
        await this.record("clock_pressed", { colour }, this.now(), false, seen);
      };
      const placed = this.pressed(colour);
      if (isOther && placed) {
        // It would place the stone, too: that is said by name.
        const both = say("place-press", { stone: this.sign(placed.colour) + " " + placed.point });
        this.asked.ask(both, say("place-press-sure", { colour: this.colour(colour), point: placed.point }), both, press);
      } else if (isOther) this.asked.ask(text, say("press-sure", { colour: this.colour(colour) }), say("press-it"), press);
      else if (this.shown.pressDue || this.pressed(colour)) await press();
      else this.asked.ask(text, say("press-early", { colour: this.colour(colour) }), say("press-it"), press);
    }

    // What was just called in byo-yomi: the call that is nearest to its moment. A
    // touch that bounces, or comes long before, records nothing.
    async callOut() {
      const now = this.now();
      const next = this.shown.toCall(now);
      if (!next || this.isCalling || next.at - now > CALL_EARLY_MS || performance.now() - this.calledAt < CALLED_MS) return;
      this.isCalling = true;
      this.calledAt = performance.now();
      await this.record("byoyomi_read", { colour: next.colour, call: next.text }, now, true);
      this.isCalling = false;
    }

    enter(mode) {
      this.mode = mode;
      this.notice = null;
      this.proposal = null;
      this.markedOn = basis(this, mode);
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
      // What is sent by nobody any more is listed, and no part of the game.
      if (!this.me) return [];
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

    // Players by their colour and officials by name, in one line.
    parties(list) { return list.map((who) => (COLOURS.includes(who) ? this.colour(who) : who)).join(say("list-separator")); }

    // Who has still to confirm a result; empty: nobody.
    missing(by) {
      const sides = COLOURS.filter((colour) => !by.includes(colour)).map((colour) => this.colour(colour));
      return sides.concat(by.some((who) => !COLOURS.includes(who)) ? [] : [say("record-official")]).join(say("list-separator"));
    }

    standing() {
      const { status, confirmedBy } = this.shown;
      const missing = status === "finished" && confirmedBy.length ? this.missing(confirmedBy) : "";
      return say("status-" + status) + (missing ? " " + say("confirm-missing", { who: missing }) : "");
    }
  }

  window.fupan.Desk = Desk;
  window.fupan.element = element;
  window.fupan.put = put;
})();
