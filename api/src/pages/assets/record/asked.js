// What the recorder's dialogs ask, and what their answers become. A dialog is
// opened by a button and recorded by another: no single touch records what it asks.
"use strict";
(() => {
  const { basis, clock, element, handicap, otherSide, put, slip } = window.fupan;
  const byId = (id) => document.getElementById(id);
  const COLOURS = ["black", "white"];
  // What happens beside a move that is being put in.
  const BESIDE = ["seat_left", "seat_retaken", "byoyomi_read"];

  // "184", "184.5", "184 1/2" or "184½" in quarter-zi; null where it is none.
  const QUARTERS = { "¼": 1, "½": 2, "¾": 3, "1/4": 1, "2/4": 2, "1/2": 2, "3/4": 3 };
  const area = (text) => {
    const plain = text.trim().replace(",", ".").replace("又", " ").replace("子", "");
    const found = /^(\d{1,3})(?:\.(\d{1,2}))?\s*(¼|½|¾|[12]\/4|1\/2|3\/4)?$/.exec(plain);
    if (!found || found[2] && found[3]) return null;
    const hundredths = found[2] ? Number(found[2].padEnd(2, "0")) : 0;
    if (hundredths % 25) return null;
    return Number(found[1]) * 4 + hundredths / 25 + (found[3] ? QUARTERS[found[3]] : 0);
  };

  class Wrong extends Error {}

  class Asked {
    constructor(desk) {
      this.desk = desk;
      // What stands on the slip of a move that is being sealed; nowhere else.
      this.slip = null;
      this.isAnswering = false;
      // The dialog that is open, and on what it rests.
      this.held = null;
      // Where the focus was before a dialog was opened.
      this.opener = null;
      for (const dialog of document.querySelectorAll("dialog.rec-dialog")) dialog.addEventListener("close", () => this.keepFocus());
      document.addEventListener("click", (event) => this.clicked(event));
      for (const form of document.querySelectorAll("form[data-records]")) {
        form.addEventListener("submit", (event) => {
          event.preventDefault();
          this.submit(form, form.dataset.records, event.submitter);
        });
      }
      // Enter in a field records nothing: what records is pressed.
      document.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || !event.target.matches("dialog.rec-dialog input")) return;
        event.preventDefault();
      });
      const seal = byId("seal-dialog");
      if (seal) seal.addEventListener("close", () => this.forgetSlip());
      this.undo = new window.fupan.Undo(desk);
      const arbiter = byId("arbiter-dialog");
      arbiter.addEventListener("change", () => this.applies(arbiter));
      const confirm = byId("confirm-dialog");
      confirm.addEventListener("change", () => this.tellMissing(confirm));
    }

    clicked(event) {
      const button = event.target instanceof Element ? event.target.closest("button") : null;
      if (!button) return;
      if (button.dataset.dialog) this.open(button.dataset.dialog);
      else if ("close" in button.dataset) button.closest("dialog").close();
      else if (button.dataset.does) this.does(button.dataset.does, button);
    }

    choose(dialog, name, value) {
      for (const input of dialog.querySelectorAll('input[type=radio][name="' + name + '"]')) input.checked = input.value === value;
    }

    open(id) {
      const { shown } = this.desk;
      if (id === "end-dialog" && shown.proposed) id = "answer-dialog";
      const dialog = byId(id);
      dialog.querySelectorAll("[data-wrong]").forEach((wrong) => { wrong.hidden = true; });
      for (const input of dialog.querySelectorAll("input:not([type=radio], [type=checkbox]), textarea")) input.value = "";
      const turn = shown.toPlay;
      if (id === "pass-dialog" || id === "end-dialog") this.choose(dialog, "colour", turn);
      if (id === "resign-dialog" || id === "recount-dialog" || id === "count-dialog") this.choose(dialog, "colour", id === "count-dialog" ? "black" : null);
      if (id === "dispute-dialog") this.choose(dialog, "dead_says", null);
      if (id === "stop-dialog") { this.choose(dialog, "reason", "schedule"); this.choose(dialog, "thinking", shown.presses() || turn); }
      if (id === "start-dialog") this.startDefaults(dialog);
      if (id === "arrival-dialog") { this.choose(dialog, "player", null); this.choose(dialog, "there", "player_arrived"); }
      if (id === "arbiter-dialog") { this.choose(dialog, "by", null); this.choose(dialog, "for", "complaint"); this.applies(dialog); }
      if (id === "answer-dialog") byId("proposed-by").textContent = this.desk.say("proposed-by", { colour: this.desk.colour(shown.proposed) });
      if (id === "confirm-dialog") this.resultDefaults(dialog);
      if (id === "undo-dialog") this.undo.defaults();
      if (id === "seat-dialog") this.seatDefaults(dialog);
      if (id === "calling-dialog") this.callDefaults(dialog);
      if (id === "seal-dialog") this.choose(dialog, "colour", shown.presses() || turn);
      this.show(dialog);
    }

    show(dialog) {
      this.desk.notice = null;
      this.held = { dialog, basis: basis(this.desk, dialog.id) };
      const from = document.activeElement;
      if (from && from !== document.body && !from.closest("dialog")) this.opener = from;
      else if (!this.opener) this.opener = this.desk.drawn.button();
      dialog.showModal();
    }

    // After a dialog the focus is where it was before, or on the board where that is
    // shown no more.
    keepFocus() {
      const { opener } = this;
      if (!opener || document.querySelector("dialog[open]")) return;
      const now = document.activeElement;
      if (now && now !== document.body && now.checkVisibility()) {
        if (now !== opener) this.opener = null;
        return;
      }
      const to = opener.checkVisibility() && !opener.disabled ? opener : this.desk.drawn.button();
      to.focus({ preventScroll: true });
    }

    // Closes what was opened on a game that is another by now, also while a point is
    // looked for on the board.
    dropOvertaken() {
      const { held, desk } = this;
      if (!held) return false;
      const isSought = held.dialog.id === "undo-dialog" && desk.mode === "instead";
      if (!held.dialog.open && !isSought || held.basis === basis(desk, held.dialog.id)) return false;
      this.held = null;
      held.dialog.close();
      if (isSought) { this.undo.sought = null; desk.mode = "play"; }
      return true;
    }

    // Who applies for a pass says so by that alone: there are no words to record.
    applies(dialog) {
      byId("arbiter-said").hidden = new FormData(dialog.querySelector("form")).get("for") === "relief";
    }

    // Whoever is away probably comes back.
    seatDefaults(dialog) {
      const away = COLOURS.filter((colour) => this.desk.shown.away[colour]);
      this.choose(dialog, "colour", away.length === 1 ? away[0] : null);
      this.choose(dialog, "seat", away.length ? "back" : "permitted");
    }

    // Every call that there is, to choose the one that was made.
    callDefaults(dialog) {
      const { calls, control } = this.desk.sealed;
      const listed = calls ? calls.period.concat(calls.last).map(([, text]) => text) : [];
      for (let left = (control.periods || 0) - 1; left > 0; left -= 1) listed.push("left " + left);
      byId("calling-list").replaceChildren(...Array.from(new Set(listed), (text) => {
        const label = element("label", undefined, "rec-pick");
        label.append(Object.assign(document.createElement("input"), { type: "radio", name: "call", value: text }), element("span", this.desk.calledOut(text)));
        return label;
      }));
      const running = COLOURS.find((colour) => this.desk.shown.clocks[colour].running);
      this.choose(dialog, "colour", running || null);
      dialog.querySelector("[name=misread]").checked = false;
    }

    // The slip of a move that is sealed here, or the commitment to one from elsewhere.
    async seal(point) {
      this.slip = point && slip.hashes() ? await slip.write(point) : null;
      byId("seal-slip").hidden = this.slip === null;
      byId("seal-elsewhere").hidden = this.slip !== null;
      byId("seal-point").textContent = this.slip ? this.slip.point : "";
      byId("seal-code").textContent = this.slip ? this.slip.nonce : "";
      this.open("seal-dialog");
    }

    forgetSlip() {
      this.slip = null;
      byId("seal-point").textContent = "";
      byId("seal-code").textContent = "";
      if (this.desk.mode === "seal") this.desk.leave();
    }

    // What was written on a slip, held against what was sealed.
    async opened(fields) {
      const point = fields.get("point").trim().toUpperCase();
      if (this.desk.shown.board.cell(point) < 0) throw new Wrong(this.desk.say("wrong-point", { point }));
      const { seal } = this.desk.shown;
      const nonce = await slip.read(point, fields.get("nonce"), seal ? seal.commitment : null);
      if (nonce === null) throw new Wrong(this.desk.say("wrong-seal"));
      return { point, nonce };
    }

    startDefaults(dialog) {
      const { seats } = this.desk.shown;
      this.choose(dialog, "black", seats.black);
      this.choose(dialog, "holder", null);
      this.choose(dialog, "guess", null);
      dialog.querySelector("select[name=handicap]").value = "0";
    }

    resultDefaults(dialog) {
      const told = this.result();
      // What is confirmed is what was shown.
      this.shownResult = told && told.result;
      byId("confirm-told").textContent = told ? told.text : this.desk.say("result-waits");
      dialog.querySelector("form button:not([type=button])").disabled = !told;
      const so = this.desk.shown.confirmedBy;
      byId("confirm-so-far").textContent = so.length ? this.desk.say("confirm-so-far", { who: this.desk.parties(so) }) : "";
      // Who has confirmed already is named once more in the entry that closes the game.
      for (const colour of COLOURS) {
        const box = dialog.querySelector('[name="' + colour + '"]');
        box.checked = box.disabled = so.includes(colour);
      }
      this.tellMissing(dialog);
    }

    // Those whom the entry names: who has confirmed so far, and who is ticked.
    confirming(fields) {
      const so = this.desk.shown.confirmedBy;
      const me = fields.get("me") ? [this.desk.me] : [];
      const officials = so.filter((who) => !COLOURS.includes(who) && !me.includes(who));
      return COLOURS.filter((colour) => fields.get(colour) || so.includes(colour)).concat(officials, me);
    }

    tellMissing(dialog) {
      const missing = this.desk.missing(this.confirming(new FormData(dialog.querySelector("form"))));
      byId("confirm-missing").textContent = missing ? this.desk.say("confirm-missing", { who: missing }) : "";
    }

    // The result to be confirmed: the service's, or that of a resignation that waits.
    result() {
      const { shown, sealed } = this.desk;
      if (shown.resigned) {
        const winner = otherSide(shown.resigned);
        return { result: { outcome: winner, by: "resignation" }, text: this.desk.say("result-resigned", { colour: this.desk.colour(winner) }) };
      }
      if (!sealed.result || shown.countWaits) return null;
      return { result: sealed.result, text: sealed.result_text };
    }

    wrong(form, error) {
      if (!(error instanceof Wrong)) throw error;
      const told = form.querySelector("[data-wrong]");
      told.textContent = "⚠ " + error.message;
      told.hidden = false;
    }

    // What the answers of a dialog are recorded as: drafts in their order.
    drafts(type, fields) {
      const side = (name) => {
        if (!fields.get(name)) throw new Wrong(this.desk.say("wrong-choose"));
        return fields.get(name);
      };
      switch (type) {
        case "turn_passed": {
          const data = { colour: side("colour") };
          return fields.get("press") ? [[type, data], ["clock_pressed", data]] : [[type, data]];
        }
        case "resigned": case "recount_requested": return [[type, { colour: side("colour") }]];
        case "game_paused": return [[type, { reason: side("reason"), thinking: side("thinking") }]];
        case "end_proposed": {
          const data = { colour: side("colour") };
          if (fields.get("contest_given_up")) data.contest_given_up = true;
          return [[type, data]];
        }
        case "end_agreed": case "end_declined": return [[type, { colour: otherSide(this.desk.shown.proposed) }]];
        case "complaint_raised": return this.call(fields);
        case "entry_corrected": return this.undo.drafts();
        case "nigiri_held": {
          const stones = Number(fields.get("stones"));
          if (!Number.isInteger(stones) || stones < 1) throw new Wrong(this.desk.say("wrong-number"));
          return [[type, { holder: side("holder"), stones, guess: side("guess") }]];
        }
        case "game_started": {
          const black = side("black");
          const white = this.desk.sealed.players.map((player) => player.id).find((id) => id !== black);
          const stones = handicap(this.desk.shown.board.size, Number(fields.get("handicap")));
          if (Number(fields.get("handicap")) && !stones.length) throw new Wrong(this.desk.say("wrong-number"));
          return [[type, stones.length ? { black, white, handicap: stones } : { black, white }]];
        }
        case "board_counted": {
          const colour = side("colour");
          const qz = area(fields.get("area"));
          const most = this.desk.shown.board.size ** 2;
          if (qz !== null && qz > most * 4) throw new Wrong(this.desk.say("wrong-area-most", { count: most }));
          if (qz === null) throw new Wrong(this.desk.say("wrong-area"));
          return [[type, { colour, area_qz: qz, by: this.desk.me }]];
        }
        case "result_confirmed": {
          const by = this.confirming(fields);
          if (!COLOURS.some((colour) => fields.get(colour)) && !fields.get("me")) throw new Wrong(this.desk.say("wrong-choose"));
          return [[type, { result: this.shownResult, by }]];
        }
        case "life_disputed": return [[type, { points: this.desk.marked.slice(), dead_says: side("dead_says") }]];
        case "clock_read": {
          const reading = {};
          for (const name of ["black_ms", "white_ms"]) {
            if (!fields.get(name).trim()) continue;
            const ms = clock.parsed(fields.get(name));
            if (ms === null) throw new Wrong(this.desk.say("wrong-time"));
            reading[name] = ms;
          }
          if (!Object.keys(reading).length) throw new Wrong(this.desk.say("wrong-time"));
          return [[type, { reading }]];
        }
        case "seat_left": {
          const colour = side("colour");
          const seat = side("seat");
          return [seat === "back" ? ["seat_retaken", { colour }] : ["seat_left", { colour, permitted: seat === "permitted" }]];
        }
        case "byoyomi_read": {
          const call = fields.get("other").trim().normalize("NFC") || fields.get("call");
          if (!call || call.length > 32) throw new Wrong(this.desk.say("wrong-call"));
          return [[type, Object.assign({ colour: side("colour"), call }, fields.get("misread") ? { misread: true } : {})]];
        }
        case "move_sealed": {
          const told = this.slip ? this.slip.commitment : fields.get("commitment").trim().toLowerCase();
          if (!/^[0-9a-f]{64}$/.test(told)) throw new Wrong(this.desk.say("wrong-commitment"));
          return [[type, { colour: side("colour"), commitment: told }]];
        }
        case "seal_opened": return [[type, fields]];
        case "player_arrived": return [[side("there"), { player: side("player") }]];
        default: return [];
      }
    }

    // The arbiter is called: by a player with his words, or who applies for his overtime
    // to count as a pass; or by the recorder, who has the clocks stopped.
    call(fields) {
      const { shown } = this.desk;
      const by = fields.get("by");
      if (!by) throw new Wrong(this.desk.say("wrong-choose"));
      const isRelief = fields.get("for") === "relief";
      if (isRelief && by === "me") throw new Wrong(this.desk.say("wrong-applies"));
      const drafts = [];
      if (shown.isPlayed() && (fields.get("stop") || by === "me")) {
        drafts.push(["game_paused", { reason: "ruling", thinking: shown.presses() || shown.toPlay }]);
      }
      const text = fields.get("text").trim().normalize("NFC") || this.desk.say("calls");
      if (isRelief) drafts.push(["relief_requested", { colour: by }]);
      else if (by !== "me") drafts.push(["complaint_raised", { by, text }]);
      if (!drafts.length) throw new Wrong(this.desk.say("wrong-stopped"));
      return drafts;
    }

    async submit(form, type, submitter = null) {
      const dialog = form.closest("dialog");
      if (type === "sure") { dialog.close(); this.sure(); return; }
      // Of two touches that come while one is looked at, one is answered.
      if (this.isAnswering) return;
      this.isAnswering = true;
      try {
        const fields = new FormData(form);
        if (submitter && submitter.name) fields.set(submitter.name, submitter.value);
        const drafts = this.drafts(type, type === "seal_opened" ? await this.opened(fields) : fields);
        // It was withdrawn while a slip was read.
        if (!dialog.open) return;
        const at = this.desk.now();
        const seen = this.desk.sealed.version;
        dialog.close();
        if (["life_disputed", "move_sealed"].includes(type)) this.desk.leave();
        for (const [what, data] of drafts) await this.desk.record(what, data, at, BESIDE.includes(what), seen);
      } catch (error) { this.wrong(form, error); } finally { this.isAnswering = false; }
    }

    // Asks once more before something unlikely is recorded.
    ask(title, told, does, then) {
      put(byId("sure-title"), title);
      byId("sure-told").textContent = told;
      put(byId("sure-it"), does);
      this.sure = then;
      this.show(byId("sure-dialog"));
    }

    does(what, button) {
      const other = byId("other-dialog");
      if (other.open) other.close();
      if (what === "end_declined") { this.submit(button.closest("form"), what); return; }
      if (what === "nigiri") { this.nigiri(button.closest("form")); return; }
      if (what === "seal" && !slip.hashes()) { this.seal(null); return; }
      if (["captives", "contested", "seal"].includes(what)) { this.desk.enter(what); return; }
      if (what === "read-else") { this.open("calling-dialog"); return; }
      if (what === "read-clock") { this.open("reading-dialog"); return; }
      if (what === "arrivals") { this.open("arrival-dialog"); return; }
      if (what === "count") { this.open("count-dialog"); return; }
      if (what === "recount") { this.open("recount-dialog"); return; }
      const colour = what === "press-black" ? "black" : "white";
      const told = this.desk.say("press-sure", { colour: this.desk.colour(colour) });
      this.ask(button.textContent, told, button.textContent, () => this.desk.record("clock_pressed", { colour }, this.desk.now()));
    }

    // Who takes black follows from the guess, and is chosen then.
    async nigiri(form) {
      try {
        const [[type, data]] = this.drafts("nigiri_held", new FormData(form));
        form.querySelector("[data-wrong]").hidden = true;
        this.held = null;
        await this.desk.record(type, data, this.desk.now());
        const dialog = form.closest("dialog");
        if (dialog.open) this.held = { dialog, basis: basis(this.desk, dialog.id) };
        this.choose(dialog, "black", this.desk.shown.seats.black);
      } catch (error) { this.wrong(form, error); }
    }
  }

  window.fupan.Asked = Asked;
  window.fupan.Wrong = Wrong;
  window.fupan.area = area;
})();
