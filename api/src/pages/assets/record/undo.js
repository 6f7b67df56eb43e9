// Undoing at the recorder's console: which entry was keyed wrongly, what was wrong
// with it, where a stone really was, and, before anything is recorded, what that
// comes to. The service says what it would find then; without a network the page
// says only what it knows itself.
"use strict";
(() => {
  const { Wrong, element, otherSide, put } = window.fupan;
  const byId = (id) => document.getElementById(id);
  // Entries that say whose they are, and could be the other side's.
  const SIDED = ["stone_played", "turn_passed", "clock_pressed", "resigned", "end_proposed", "seat_left", "seat_retaken",
    "byoyomi_read", "recount_requested", "relief_requested", "board_counted", "move_sealed", "complaint_raised"];
  // A stone or a pass, after which a clock is pressed.
  const TURNS = ["stone_played", "turn_passed"];
  const [POINT, SIDE, OTHER] = ["record-because-point", "record-because-side", "other"];
  // So long the service's answer to what it would find is waited for.
  const PROMPT_MS = 5000;
  // How many entries can be chosen.
  const LISTED = 20;

  class Undo {
    constructor(desk) {
      this.desk = desk;
      this.dialog = byId("undo-dialog");
      this.form = this.dialog.querySelector("form");
      // What is corrected while its point is looked for on the board.
      this.sought = null;
      this.asking = 0;
      byId("undo-on").addEventListener("click", () => this.on());
      byId("undo-back").addEventListener("click", () => this.step(false));
      this.dialog.addEventListener("change", (event) => this.changed(event.target.name));
    }

    fields() { return new FormData(this.form); }

    // All that stands, in order: as sealed, and as it waits.
    entries() {
      const waiting = this.desk.onTop();
      const amended = new Set(waiting.filter((d) => d.type === "entry_corrected").map((d) => d.data.entry));
      const ids = new Set(waiting.map((draft) => draft.id));
      const mine = waiting.filter((d) => d.type !== "entry_corrected").map((draft) => Object.assign({ can: true }, draft));
      const sealed = this.desk.sealed.entries.filter((entry) => !entry.amended && !ids.has(entry.id));
      return sealed.concat(mine).filter((entry) => !amended.has(entry.id));
    }

    // What can be undone, the last first.
    undoable() { return this.entries().filter((entry) => entry.can).reverse().slice(0, LISTED); }

    chosen() { return this.undoable().find((one) => one.id === this.fields().get("entry")); }

    // The press that ended the turn of a stone or a pass, where it may be undone.
    pressOf(entry) {
      if (!entry || !TURNS.includes(entry.type)) return null;
      const entries = this.entries();
      for (const next of entries.slice(entries.findIndex((one) => one.id === entry.id) + 1)) {
        if (TURNS.includes(next.type) || next.type === "move_sealed") return null;
        if (next.type === "clock_pressed" && next.data.colour === entry.data.colour) return next.can ? next : null;
      }
      return null;
    }

    line(entry) {
      const mark = entry.seq === undefined ? "◌ " : "#" + entry.seq + " ";
      return mark + this.desk.event(entry) + " · " + this.desk.time(entry.at);
    }

    defaults() {
      const entries = this.undoable();
      this.sought = null;
      byId("undo-list").replaceChildren(...entries.map((entry, at) => {
        const label = document.createElement("label");
        label.className = "rec-pick";
        const input = Object.assign(document.createElement("input"), { type: "radio", name: "entry", value: entry.id, checked: at === 0 });
        const said = element("span");
        // The text keeps together beside the tick of the one that is chosen.
        said.append(element("span", this.line(entry)));
        label.append(input, said);
        return label;
      }));
      if (!entries.length) byId("undo-list").textContent = this.desk.say("undo-none");
      byId("undo-on").disabled = !entries.length;
      this.step(false);
      this.changed("entry");
    }

    // Only what can be wrong with an entry is offered. A stone's point is proposed;
    // of anything else it has to be said, so that no reason is sealed unsaid.
    changed(name) {
      if (name === "press") { this.tell(); return; }
      const entry = this.chosen();
      const fits = { [POINT]: entry && entry.type === "stone_played", [SIDE]: entry && SIDED.includes(entry.type) && Boolean(entry.data.colour) };
      for (const input of this.form.querySelectorAll("input[name=because]")) {
        const isOffered = fits[input.value] !== false;
        input.closest("label").hidden = !isOffered;
        input.disabled = !isOffered;
        if (name === "entry") input.checked = input.value === POINT && isOffered;
      }
      const because = this.fields().get("because");
      byId("undo-instead").hidden = because !== POINT;
      byId("undo-other").hidden = because !== OTHER;
    }

    step(isLast) {
      byId("undo-which").hidden = isLast;
      byId("undo-what").hidden = !isLast;
    }

    // On to what it comes to; where the stone's right point is not named it is
    // touched on the board first.
    on() {
      try {
        const fields = this.fields();
        if (fields.get("because") === POINT && this.chosen() && !fields.get("instead").trim()) {
          this.sought = this.chosen();
          this.dialog.close();
          this.desk.enter("instead");
          return;
        }
        this.second();
      } catch (error) { this.wrong(error); }
    }

    // The point that was touched on the board.
    found(point) {
      byId("in-instead").value = point;
      this.sought = null;
      this.dialog.showModal();
      try { this.second(); } catch (error) { this.step(false); this.wrong(error); }
    }

    second() {
      const { of, data } = this.correction();
      const instead = data.replacement;
      put(byId("undo-told"), instead
        ? this.desk.say("undo-instead", { entry: this.desk.event(of), instead: this.desk.event(instead) })
        : this.desk.say("undo-struck", { entry: this.desk.event(of) }));
      const press = instead ? null : this.pressOf(of);
      byId("undo-press").hidden = !press;
      this.form.elements.press.checked = Boolean(press);
      if (press) put(byId("undo-press-word"), this.desk.say("undo-press", { entry: this.line(press) }));
      this.form.querySelector("[data-wrong]").hidden = true;
      this.step(true);
      this.dialog.querySelector("#undo-what button:not([type=button])").focus();
      this.tell();
    }

    wrong(error) {
      if (!(error instanceof Wrong)) throw error;
      const told = this.form.querySelector("[data-wrong]");
      told.textContent = "⚠ " + error.message;
      told.hidden = false;
      told.scrollIntoView({ block: "nearest" });
    }

    correction() {
      const fields = this.fields();
      const of = this.chosen();
      const because = fields.get("because");
      if (!of || !because) throw new Wrong(this.desk.say("wrong-choose"));
      const chosen = this.form.querySelector('[name=because][value="' + because + '"] + span');
      const reason = because === OTHER ? fields.get("reason").trim() : chosen.textContent;
      if (!reason) throw new Wrong(this.desk.say("wrong-reason"));
      const data = { entry: of.id, reason: reason.normalize("NFC") };
      const instead = this.instead(of, because, fields);
      if (instead) data.replacement = { type: of.type, data: instead, at: of.at };
      return { of, data };
    }

    // What is read in its place; null: nothing.
    instead(of, because, fields) {
      if (because === SIDE) {
        const data = Object.assign({}, of.data, { colour: otherSide(of.data.colour) });
        delete data.lifted;
        return data;
      }
      if (because !== POINT) return null;
      const point = fields.get("instead").trim().toUpperCase();
      if (this.desk.shown.board.cell(point) < 0) throw new Wrong(this.desk.say("wrong-point", { point: point || "–" }));
      return { colour: of.data.colour, point };
    }

    // The corrections as they are recorded: the press goes after its stone.
    drafts() {
      const { of, data } = this.correction();
      const drafts = [["entry_corrected", data]];
      const press = data.replacement || !this.form.elements.press.checked ? null : this.pressOf(of);
      if (press) drafts.push(["entry_corrected", { entry: press.id, reason: data.reason }]);
      return drafts;
    }

    // Says what it comes to, as soon as that is known; only what was asked last.
    async tell() {
      this.asking += 1;
      const asked = this.asking;
      const box = byId("undo-follows");
      box.replaceChildren(element("p", this.desk.say("undo-asking"), "soft"));
      const drafts = this.drafts();
      let lines;
      try { lines = await this.supposed(drafts); } catch { lines = this.guessed(drafts); }
      if (asked === this.asking) box.replaceChildren(...lines.map((line) => element("p", line)));
    }

    // What the service would then make of the game. It keeps nothing of the question.
    async supposed(drafts) {
      const { desk } = this;
      const { ledger, stream, me } = desk.waiting;
      const waiting = desk.waiting.unsealed().map((item) => Object.assign({}, item.draft, { expect: undefined }));
      const at = new Date(Math.max(desk.now(), ...waiting.map((draft) => Date.parse(draft.at)))).toISOString();
      const corrections = drafts.map(([type, data]) => ({ id: window.fupan.uuid(), stream, type, at, actor: me, data }));
      const answer = await fetch("/v1/ledgers/" + ledger + "/whatif", {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json", "x-csrf-token": desk.proof },
        body: JSON.stringify({ with: waiting.concat(corrections) }),
        signal: AbortSignal.timeout(PROMPT_MS),
      });
      const body = await answer.json();
      if (answer.status === 409 || answer.status === 422) return [desk.say("undo-refused", { why: body.detail || body.title })];
      if (!answer.ok) throw new Error(String(answer.status));
      const game = body.games[stream.slice("game/".length)];
      return this.compared(game ? game.before : null, game ? game.after : null, body.impossible);
    }

    compared(before, after, impossible) {
      const { desk } = this;
      const lines = [];
      if (after && after.status === "playing") {
        const runs = ["black", "white"].find((colour) => after.clock[colour].running);
        const colour = desk.sign(after.position.to_play) + " " + desk.colour(after.position.to_play);
        lines.push(runs
          ? desk.say("undo-clock", { colour, who: desk.sign(runs) + " " + desk.colour(runs) })
          : desk.say("undo-turn", { colour }));
      }
      if (impossible.length) lines.push("⚠ " + desk.say("undo-impossible", { count: impossible.length }));
      const open = (view) => (view ? view.findings : []).filter((finding) => finding.status === "open");
      const rule = (finding) => finding.id.split("@")[0];
      const [was, is] = [open(before), open(after)];
      // The same may show at another entry.
      const rest = (list, from) => {
        const keys = from.map((one) => rule(one) + one.colour);
        return list.filter((one) => {
          const at = keys.indexOf(rule(one) + one.colour);
          if (at >= 0) keys.splice(at, 1);
          return at < 0;
        });
      };
      const said = (finding) => desk.sign(finding.colour) + " " + this.row(rule(finding)) + " (" + finding.article + ")";
      for (const finding of rest(is, was)) lines.push("⚠ " + desk.say("undo-finds", { entry: said(finding) }));
      for (const finding of rest(was, is)) lines.push(desk.say("undo-finds-not", { entry: said(finding) }));
      return lines;
    }

    row(rule) { return rule + " " + this.desk.say("row " + rule); }

    // What the page itself knows: a press that is left without its stone.
    guessed(drafts) {
      const { of, data } = this.correction();
      const isLeft = !data.replacement && drafts.length === 1 && this.pressOf(of) !== null;
      const lines = [this.desk.say("undo-unasked")];
      if (isLeft && this.desk.has("row TM-11")) {
        lines.unshift("⚠ " + this.desk.say("undo-finds", { entry: this.desk.sign(of.data.colour) + " " + this.row("TM-11") }));
      }
      return lines;
    }
  }

  window.fupan.Undo = Undo;
})();
