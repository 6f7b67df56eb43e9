// What the recorder's console tells: how much waits, what is in the way and what
// can be done about it, whose move it is, the last entries.
"use strict";
(() => {
  const { Desk, clock, element, put } = window.fupan;
  const byId = (id) => document.getElementById(id);
  const COLOURS = ["black", "white"];
  const OVER = ["finished", "confirmed"];
  // A call is announced so long before it is due.
  const CALL_SHOWN_MS = 60000;
  // How many entries are listed.
  const LISTED = 10;

  const show = (id, isShown) => { byId(id).hidden = !isShown; };

  Object.assign(Desk.prototype, {
    render() {
      // A name may be erased while the page is still being opened.
      window.fupan.erased.unname(this.sealed);
      this.shown = new window.fupan.Shown(this.sealed, this.onTop());
      this.dropOvertaken();
      if (!this.proposal && this.mode === "lifted") this.mode = "play";
      const isMarking = ["captives", "dead", "contested", "seal"].includes(this.mode);
      this.drawn.draw(this.shown, {
        proposal: this.proposal, off: this.proposal ? this.proposal.lifted : [],
        marked: isMarking ? this.marked : this.mode === "instead" && this.fixed() ? [this.fixed().data.point] : [], chooses: isMarking || this.mode === "lifted",
      });
      this.tellSeats();
      this.tellLamp();
      this.tellTrouble();
      this.tellLog();
      if (this.me) this.tellDeck();
      if (this.asked) this.asked.keepFocus();
      this.tick();
    },

    tellSeats() {
      for (const colour of COLOURS) {
        const id = this.shown.seats[colour];
        const player = this.sealed.players.find((one) => one.id === id);
        if (player && byId("name-" + colour).textContent !== player.name) {
          const name = Object.assign(document.createElement("bdi"), { textContent: player.name, lang: player.lang || "" });
          byId("name-" + colour).replaceChildren(name);
        }
        show("turn-" + colour, this.shown.isPlayed() && this.shown.toPlay === colour);
        const away = this.shown.away[colour];
        show("away-" + colour, Boolean(away));
        if (away) byId("away-" + colour).textContent = "⇄ " + this.say("away", { time: this.time(away) });
        const mark = this.sealed.control.kind === "none" ? "" : "· ";
        byId("lost-" + colour).textContent = mark + this.say("lost", { count: this.shown.captured[colour] });
      }
      const findings = this.sealed.findings;
      show("findings", findings > 0);
      byId("findings-word").textContent = this.say("findings", { count: findings });
    },

    // How much waits, by a sign and in words.
    tellLamp() {
      const n = this.waiting.unsealed().length;
      const network = { off: this.say("offline"), busy: this.say("busy"), out: this.say("signed-out") }[this.network];
      const trouble = this.waiting.kept.trouble || this.waiting.kept.times;
      const parts = n ? [this.say("waiting", { count: n })] : this.broken ? [this.say("keeps-nothing")] : [this.say("all-sealed")];
      if (network) parts.push(network);
      if (trouble) parts.push(this.say("decide"));
      if (this.shown.isUnsure) parts.push(this.say("unsure"));
      const state = this.broken || trouble || this.network === "out" ? "trouble" : n ? "waiting" : this.network === "on" ? "sealed" : "off";
      byId("lamp").dataset.state = state;
      byId("lamp").dataset.waiting = n;
      byId("lamp-sign").textContent = { trouble: "⚠", waiting: "◌", sealed: "✓", off: "✓" }[state];
      byId("lamp-word").textContent = parts.join(" · ");
    },

    tellTrouble() {
      const { trouble, times } = this.waiting.kept;
      const waiting = this.waiting.unsealed();
      const others = Array.from(this.others || []);
      const off = this.ahead === 0 ? null : clock.written(Math.abs(this.ahead));
      const { isMoved } = this.clock;
      const key = JSON.stringify([trouble, times, isMoved, waiting.map((item) => item.n), this.network === "out", this.broken, others, this.armed, off]);
      if (key === this.toldTrouble) return;
      this.toldTrouble = key;
      const box = byId("trouble");
      const parts = [];
      if (this.broken) parts.push(element("p", "⚠ " + this.say("broken", { why: this.broken })));
      if (this.network === "out" && this.me) parts.push(...this.signedOut(waiting.length));
      if (off !== null && this.me) parts.push(element("p", "◷ " + this.say("clock-off", { time: off })));
      if (isMoved && this.me) parts.push(element("p", "◷ " + this.say("clock-set")));
      if (times) parts.push(...this.doubted(times, this.waiting.doubtful()));
      for (const [who, count] of others) parts.push(element("p", "◌ " + this.say("others", { who, count })));
      if (!this.me && waiting.length) parts.push(...this.left(waiting));
      else if (trouble && trouble.kind === "conflict") parts.push(...this.conflict(trouble, waiting));
      else if (trouble && trouble.kind === "refused") parts.push(...this.refusal(trouble, waiting));
      box.replaceChildren(...parts);
      box.hidden = !parts.length;
    },

    signedOut(count) {
      const link = element("a", this.say("sign-in"), "button");
      link.href = "/sign-in?next=" + encodeURIComponent(location.pathname + location.search);
      const way = element("p");
      way.append(link);
      return [element("p", "⚠ " + this.say("session-ended", { who: this.me, count })), way];
    },

    // A button that gives something up asks once more in its own place.
    giveUp(id, text, numbers) {
      const isArmed = this.armed === id;
      const button = element("button", isArmed ? this.say("discard-sure") : text, "plain");
      button.type = "button";
      button.dataset.discard = id;
      button.addEventListener("click", async () => {
        if (!isArmed) { this.armed = id; this.render(); this.again(id); return; }
        this.armed = null;
        await this.waiting.discard(numbers);
        this.flush();
      });
      return button;
    },

    again(id) {
      const button = byId("trouble").querySelector('[data-discard="' + id + '"]');
      if (button) button.focus();
    },

    list(items, made) {
      const list = element("ul", undefined, "rec-list");
      for (const item of items) {
        const li = element("li");
        li.append(...made(item));
        list.append(li);
      }
      return list;
    },

    // The clock was set while nobody could ask the service: which moments hold is the
    // recorder's to say.
    doubted({ behind }, doubtful) {
      const at = (item) => this.time(item.told) + " → " + this.time(item.told + behind);
      const mine = this.list(doubtful, (item) => [element("span", "◌ " + this.event(item.draft) + " · " + at(item))]);
      const button = (id, key, by, className) => {
        const made = element("button", this.say(key), className);
        made.type = "button";
        made.id = id;
        made.addEventListener("click", async () => { await this.waiting.believe(by); this.flush(); });
        return made;
      };
      const way = element("p", undefined, "rec-buttons");
      way.append(button("times-right", "times-right", behind), button("times-told", "times-told", 0, "plain"));
      const told = this.say("times-off", { time: clock.written(Math.abs(behind)) });
      return [element("h2", "⚠ " + this.say("times")), element("p", told), mine, way];
    },

    // Another recorded meanwhile: both sides are shown, and nothing is decided here.
    conflict(trouble, waiting) {
      const since = this.list(trouble.since.map((one) => one.entry || one), (entry) => [
        element("span", "#" + entry.seq + " " + this.event(entry) + " · " + this.time(entry.at) + " · " + entry.actor),
      ]);
      const mine = this.list(waiting, (item) => [
        element("span", "◌ " + this.event(item.draft) + " · " + this.time(item.draft.at)),
        this.giveUp(item.n, this.say("discard"), [item.n]),
      ]);
      const send = element("button", this.say("send-after"));
      send.type = "button";
      send.id = "send-after";
      send.addEventListener("click", async () => {
        this.armed = null;
        await this.waiting.follow(trouble.current === undefined ? this.sealed.version : trouble.current);
        this.flush();
      });
      const way = element("p", undefined, "rec-buttons");
      way.append(send, this.giveUp("all", this.say("discard-all"), waiting.map((item) => item.n)));
      return [
        element("h2", "⚠ " + this.say("conflict")), element("p", this.say("conflict-told")),
        element("h3", this.say("conflict-since")), since, element("h3", this.say("conflict-mine")), mine, way,
      ];
    },

    // Who records here no longer has what waits in his name: he sees it, tells an
    // arbiter, and gives it up.
    left(waiting) {
      const mine = this.list(waiting, (item) => [
        element("span", "◌ " + this.event(item.draft) + " · " + this.time(item.draft.at)),
        this.giveUp(item.n, this.say("discard"), [item.n]),
      ]);
      return [element("h2", "⚠ " + this.say("left")), element("p", this.say("left-told")), mine];
    },

    // The service refuses an entry: those after it wait behind it.
    refusal(trouble, waiting) {
      const item = waiting.find((one) => one.n === trouble.n);
      if (!item) return [];
      const { problem } = trouble;
      const detail = element("p", problem.detail || problem.title);
      detail.lang = "en";
      const way = element("p", undefined, "rec-buttons");
      if (item.draft.type === "stone_played" && problem.code !== "no_right") {
        const fix = element("button", this.say("other-point"));
        fix.type = "button";
        fix.id = "fix";
        fix.addEventListener("click", () => { this.enter("fix"); this.fixes = item; this.render(); });
        way.append(fix);
      }
      const retry = element("button", this.say("try-again"), "plain");
      retry.type = "button";
      retry.addEventListener("click", async () => { await this.waiting.again(); this.flush(); });
      way.append(this.giveUp(item.n, this.say("discard"), [item.n]), retry);
      if (waiting.length > 1) way.append(this.giveUp("all", this.say("discard-all"), waiting.map((one) => one.n)));
      const told = this.has("refused-" + problem.code.replaceAll("_", "-")) ? [element("p", this.say("refused-" + problem.code.replaceAll("_", "-")))] : [];
      return [
        element("h2", "⚠ " + this.say("refused", { entry: this.event(item.draft) })), ...told, detail,
        element("p", this.say("refused-behind", { count: waiting.length - 1 })), way,
      ];
    },

    has(key) { return this.say(key) !== key; },

    tellDeck() {
      const { shown, mode, proposal } = this;
      const isFixing = mode === "fix" || mode === "instead";
      const isPlay = mode === "play" || mode === "lifted" || isFixing;
      const status = shown.status;
      const takes = isFixing || this.takesStones();
      const whose = this.whose || shown.toPlay;
      for (const input of byId("whose").querySelectorAll("input")) input.checked = input.value === whose;
      show("whose", isPlay && takes && !isFixing);
      show("nudge", isPlay && proposal !== null);
      const isLifting = proposal !== null && (proposal.due.length > 0 || proposal.lifted.length > 0 || mode === "lifted");
      show("otherwise", proposal !== null && mode !== "instead");
      byId("otherwise").setAttribute("aria-pressed", String(mode === "lifted"));
      show("place", isPlay && takes);
      byId("place").disabled = proposal === null;
      put(byId("place"), this.placing(proposal, isLifting));
      const presses = isPlay && !isFixing && this.sealed.press && status === "playing" ? shown.presses() : null;
      show("press", presses !== null);
      if (presses && this.pressShown && presses !== this.pressShown) this.pressShownAt = performance.now();
      if (presses) this.pressShown = presses;
      const placed = presses ? this.pressed(presses) : null;
      if (placed) put(byId("press"), this.say("place-press", { stone: this.sign(placed.colour) + " " + placed.point }));
      else if (presses) put(byId("press"), this.say("press", { colour: this.sign(presses) + " " + this.colour(presses) }));
      byId("press").classList.toggle("rec-due", shown.pressDue !== null);
      show("begin", status === "paired");
      show("resume", isPlay && status === "paused");
      show("unseal", isPlay && status === "sealed");
      show("dead", isPlay && status === "ending");
      show("count", isPlay && status === "counting");
      show("confirm", isPlay && status === "finished");
      const isMarking = !isPlay;
      show("chosen", isMarking);
      const isElsewhere = mode === "seal" && !this.marked.length;
      byId("chosen").textContent = isElsewhere ? this.say("seal-elsewhere") : this.say("chosen-" + mode, { count: this.marked.length });
      byId("chosen").disabled = mode !== "dead" && mode !== "seal" && !this.marked.length;
      show("disputed", mode === "dead" && this.marked.length > 0);
      show("leave", isMarking || isFixing);
      show("quick", isPlay && !isFixing);
      show("more", isPlay && !isFixing);
      show("typed", isPlay && takes);
      this.helpOnce(this.helped());
    },

    placing(proposal, isLifting) {
      if (!proposal) return this.say("place-none");
      const stone = this.sign(proposal.colour) + " " + proposal.point;
      if (this.mode === "instead") return this.say("place-instead", { stone });
      return isLifting
        ? this.say("place-lifting", { stone, count: proposal.lifted.length })
        : this.say("place", { stone });
    },

    // What is to be done now, unless it was just said what is wrong.
    helped() {
      const { mode, proposal, shown } = this;
      if (this.notice) return this.notice;
      if (mode === "instead") return this.say("help-instead", { entry: this.fixed() ? this.event(this.fixed()) : "" });
      if (mode !== "play") return this.say("help-" + mode);
      if (proposal && shown.isPlayed() && this.sealed.press && shown.pressDue && shown.pressDue !== proposal.colour) {
        return this.say("help-press-first", { colour: this.colour(shown.pressDue) });
      }
      if (proposal) return proposal.due.length ? this.say("help-lifts", { points: proposal.due.join(" ") }) : this.say("help-again");
      if (shown.proposed && shown.isPlayed()) return this.say("proposed-by", { colour: this.colour(shown.proposed) });
      if (OVER.includes(shown.status) || !shown.isPlayed()) return this.standing();
      const tap = this.say("help-tap");
      return this.isOver ? this.say("help-over", { colour: this.colour(this.isOver) }) + " " + tap : tap;
    },

    helpOnce(text) {
      if (text === this.helpedText) return;
      this.helpedText = text;
      this.help(text);
    },

    tick() {
      if (!this.shown) return;
      const now = this.now();
      const faces = {};
      for (const colour of COLOURS) faces[colour] = clock.face(this.shown.clockAt(colour, now));
      this.tellOver(COLOURS.find((colour) => this.shown.isPlayed() && this.shown.clocks[colour].running && faces[colour].over > 0) || null);
      for (const colour of COLOURS) {
        const face = faces[colour];
        const more = [];
        if (face.periods !== null) more.push(this.say("periods", { count: face.periods }));
        if (face.moves !== null) more.push(this.say("moves-left", { count: face.moves }));
        if (face.over > 0) more.push(this.say("over"));
        const time = byId("clock-" + colour);
        if (time.textContent !== face.time) time.textContent = face.time;
        time.classList.toggle("over", face.over > 0);
        const said = more.join(" · ");
        if (byId("clock-more-" + colour).textContent !== said) byId("clock-more-" + colour).textContent = said;
      }
      if (this.me) this.tellCall(now);
    },

    // A side whose time is over: the recorder calls the arbiter, who says what follows.
    tellOver(colour) {
      if (colour === (this.isOver || null)) return;
      this.isOver = colour;
      if (!this.me) return;
      const button = document.querySelector('button[data-dialog="arbiter-dialog"]');
      button.classList.toggle("plain", colour === null);
      button.classList.toggle("rec-due", colour !== null);
      this.helpOnce(this.helped());
    },

    // What is to be called next, and in how long.
    tellCall(now) {
      const button = byId("call");
      const next = ["play", "lifted"].includes(this.mode) ? this.shown.toCall(now) : null;
      button.hidden = !next || next.at - now > CALL_SHOWN_MS;
      if (button.hidden) return;
      put(button, this.say("call", { call: this.calledOut(next.text), time: clock.written(next.at - now) }));
      button.disabled = next.at - now > this.earliestCall;
      button.classList.toggle("rec-due", next.at - now <= 1000);
    },

    // The last entries, the newest first, each with where it stands.
    tellLog() {
      // What a correction that waits is about is read otherwise already.
      const corrected = new Set(this.waiting.drafts().filter((draft) => draft.type === "entry_corrected").map((draft) => draft.data.entry));
      const waiting = this.waiting.items.filter((item) => !this.sealed.entries.some((entry) => entry.id === item.draft.id));
      const lines = waiting.slice().reverse().map((item) => ({
        key: item.draft.id, isSealed: item.version !== undefined, text: this.event(item.draft), at: item.draft.at, amended: corrected.has(item.draft.id),
      })).concat(this.sealed.entries.slice().reverse().map((entry) => ({
        key: entry.id, isSealed: true, text: "#" + entry.seq + " " + this.event(entry), at: entry.at, amended: entry.amended || corrected.has(entry.id),
      }))).slice(0, Math.max(LISTED, waiting.length));
      const items = lines.map((line) => {
        const li = element("li", undefined, line.isSealed ? "" : "rec-waits");
        const text = element(line.amended ? "s" : "span", line.text + " · " + this.time(line.at));
        const state = element("span", line.isSealed ? "✓ " + this.say("is-sealed") : "◌ " + this.say("not-sealed"), "rec-state");
        if (line.amended) state.prepend("⟲ " + this.say("is-amended") + " · ");
        li.append(text, " ", state);
        return li;
      });
      byId("log").replaceChildren(...items);
    },
  });

  const desk = new Desk();
  window.fupan.desk = desk;
  desk.open();
})();
