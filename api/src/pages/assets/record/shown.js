// What a recorder sees: the game as the service has sealed it, with what waits on
// this device on top. A guess at what the service will make of it, and no more:
// as soon as it is sealed the service's own answer takes its place.
"use strict";
(() => {
  const { Board, clock, otherSide } = window.fupan;
  const COLOURS = ["black", "white"];
  const OVER = ["ending", "counting", "finished", "confirmed"];
  // So long after its moment a call can still be made up for, and so far from it at
  // most one that was made is taken for it.
  const CALL_LATE_MS = 4000;
  const CALL_SAME_MS = 10000;

  // What corrections that wait do to the entries before them, by id: null strikes
  // one out, else it is read as that.
  const amendments = (drafts) => {
    const amended = new Map();
    for (const draft of drafts) {
      if (draft.type !== "entry_corrected") continue;
      amended.set(draft.data.entry, draft.data.replacement || null);
    }
    return amended;
  };

  const read = (draft, amended) => {
    if (!amended.has(draft.id)) return draft;
    const instead = amended.get(draft.id);
    return instead && Object.assign({}, draft, { type: instead.type, data: instead.data });
  };

  class Shown {
    constructor(sealed, drafts) {
      this.sealed = sealed;
      this.status = sealed.status;
      this.board = Board.of(sealed.rows);
      this.toPlay = sealed.to_play;
      this.captured = Object.assign({}, sealed.captured);
      this.last = sealed.last;
      this.moves = sealed.moves;
      this.passes = sealed.passes;
      this.proposed = sealed.end_proposed;
      this.pressDue = sealed.press_due;
      this.resigned = null;
      // Who has confirmed the result as it stands.
      this.confirmedBy = (sealed.confirmed_by || []).slice();
      this.seats = Object.assign({}, sealed.seats);
      // A sealed move that waits, and since when a side is away from its seat.
      this.seal = sealed.seal || null;
      this.away = Object.assign({}, sealed.away);
      this.turnAt = sealed.turn_at ? Date.parse(sealed.turn_at) : null;
      this.turnPeriods = sealed.turn_periods;
      // What was called in byo-yomi of late, as sealed and as it waits.
      this.called = sealed.entries.filter((entry) => entry.type === "byoyomi_read");
      this.dead = [];
      this.agreedBy = new Set();
      this.at = sealed.clock_at ? Date.parse(sealed.clock_at) : null;
      this.clocks = {};
      for (const colour of COLOURS) this.clocks[colour] = clock.of(sealed.clocks[colour], sealed.control);
      // Points of stones that are not sealed yet.
      this.waiting = new Set();
      // Whether a correction waits that this page can't follow.
      this.isUnsure = false;
      const amended = amendments(drafts);
      this.amend(amended);
      for (const draft of drafts) {
        const fact = read(draft, amended);
        if (fact && fact.type !== "entry_corrected") this.take(fact);
      }
    }

    // Sealed entries that are read otherwise from now on: the last stones are laid
    // again, as they are read now and as they will be.
    amend(amended) {
      const { course, start } = this.sealed;
      const known = this.sealed.entries.filter((entry) => amended.has(entry.id));
      if (!known.length) return;
      const isMade = (id) => course.some((made) => made.e === id);
      const now = start && this.lay(course);
      const then = start && known.every((entry) => isMade(entry.id)) && this.lay(course.map((made) => {
        if (!amended.has(made.e)) return made;
        const instead = amended.get(made.e);
        return instead && { c: instead.data.colour, p: instead.data.point, l: instead.data.lifted };
      }).filter(Boolean));
      if (!now || !then || OVER.includes(this.status)) { this.isUnsure = true; return; }
      this.board = then.board;
      for (const colour of COLOURS) this.captured[colour] += then.lost[colour] - now.lost[colour];
      this.moves += then.moves - now.moves;
      this.toPlay = then.last ? otherSide(then.last.c) : course[0].c;
      this.last = then.last ? then.last.p || "pass" : null;
      this.passes = 0;
      if (then.moves !== now.moves) this.pressDue = null;
    }

    // Stones and passes from the start of the last ones; null where one can't be.
    lay(course) {
      const board = Board.of(this.sealed.start);
      const laid = { board, lost: { black: 0, white: 0 }, moves: 0, last: null };
      for (const made of course) {
        const lost = made.off ? board.lift(made.off) : made.p ? board.play(made.c, made.p, made.l) : { black: 0, white: 0 };
        if (lost === null) return null;
        for (const colour of COLOURS) laid.lost[colour] += lost[colour];
        if (made.off) continue;
        laid.moves += 1;
        laid.last = made;
      }
      return laid;
    }

    passTime(at) {
      if (this.at !== null && at > this.at) {
        for (const colour of COLOURS) this.clocks[colour] = clock.advance(this.clocks[colour], at - this.at);
      }
      this.at = this.at === null ? at : Math.max(this.at, at);
    }

    endTurn(colour) {
      const other = otherSide(colour);
      this.clocks[colour] = clock.end(this.clocks[colour]);
      if (!this.clocks[other].running) this.clocks[other] = clock.start(this.clocks[other]);
      this.pressDue = null;
      this.beginTurn(other);
    }

    beginTurn(colour) {
      this.turnAt = this.at;
      this.turnPeriods = this.clocks[colour].periods;
    }

    // The mover's turn ends with the sealing, and nobody's time runs until the seal
    // is opened.
    sealMove(seal) {
      this.seal = seal;
      if (this.sealed.press && this.pressDue === otherSide(seal.colour)) this.endTurn(this.pressDue);
      this.endTurn(seal.colour);
      this.stopClocks();
      this.status = "sealed";
    }

    // Whose stone it is follows from the sealing. On an occupied point it is none,
    // and what then is the rule book's to say.
    openSeal(point) {
      const { seal } = this;
      if (!seal || this.board.at(point)) { this.isUnsure = true; return; }
      const lost = this.board.play(seal.colour, point);
      if (lost === null) { this.isUnsure = true; return; }
      for (const colour of COLOURS) this.captured[colour] += lost[colour];
      this.waiting.add(point);
      this.last = point;
      this.passes = 0;
      this.moves += 1;
      this.seal = null;
      this.status = "playing";
      this.toPlay = otherSide(seal.colour);
      this.clocks[this.toPlay] = clock.start(this.clocks[this.toPlay]);
      this.beginTurn(this.toPlay);
    }

    stopClocks() {
      for (const colour of COLOURS) this.clocks[colour] = Object.assign({}, this.clocks[colour], { running: false });
    }

    // A stone or a pass is a turn: where nobody presses it ends with it, else with
    // the press, or with the opponent's next where the press is missing.
    turn(colour) {
      if (this.sealed.press && this.pressDue === otherSide(colour)) this.endTurn(this.pressDue);
      this.toPlay = otherSide(colour);
      this.moves += 1;
      if (this.sealed.press) this.pressDue = colour;
      else this.endTurn(colour);
    }

    reading(reading) {
      for (const colour of COLOURS) {
        const left = reading && reading[colour + "_ms"];
        if (left !== undefined && left !== null && left !== false) this.clocks[colour] = clock.read(this.clocks[colour], left);
      }
    }

    // A fact that waits.
    take(fact) {
      const data = fact.data;
      this.passTime(Date.parse(fact.at));
      switch (fact.type) {
        case "nigiri_held": {
          const isRight = (data.stones % 2 === 1) === (data.guess === "odd");
          const guesser = this.sealed.players.map((p) => p.id).find((id) => id !== data.holder);
          this.seats = isRight ? { black: guesser, white: data.holder } : { black: data.holder, white: guesser };
          break;
        }
        case "game_started":
          this.status = "playing";
          this.seats = { black: data.black, white: data.white };
          for (const point of data.handicap || []) {
            this.board.cells[this.board.cell(point)] = "X";
            this.waiting.add(point);
          }
          this.toPlay = data.handicap && data.handicap.length ? "white" : "black";
          this.clocks[this.toPlay] = clock.start(this.clocks[this.toPlay]);
          this.beginTurn(this.toPlay);
          break;
        case "stone_played": {
          const lost = this.board.play(data.colour, data.point, data.lifted);
          if (lost === null) { this.isUnsure = true; break; }
          for (const colour of COLOURS) this.captured[colour] += lost[colour];
          this.waiting.add(data.point);
          this.last = data.point;
          this.passes = 0;
          this.turn(data.colour);
          break;
        }
        case "turn_passed":
          this.last = "pass";
          this.passes += 1;
          this.turn(data.colour);
          if (this.passes >= 2) { this.status = "ending"; this.stopClocks(); }
          break;
        case "captives_lifted": {
          const lost = this.board.lift(data.points);
          if (lost === null) { this.isUnsure = true; break; }
          for (const colour of COLOURS) this.captured[colour] += lost[colour];
          break;
        }
        case "clock_pressed":
          this.endTurn(data.colour);
          this.reading(data.reading);
          break;
        case "clock_read": this.reading(data.reading); break;
        case "game_paused": this.status = "paused"; this.thinking = data.thinking; this.stopClocks(); break;
        case "game_resumed": {
          this.status = "playing";
          const thinking = this.thinking || this.pressDue || this.toPlay;
          if (this.seal) { this.status = "sealed"; break; }
          this.clocks[thinking] = Object.assign({}, this.clocks[thinking], { running: true });
          this.turnAt = this.at;
          break;
        }
        case "move_sealed": this.sealMove(data); break;
        case "seal_opened": this.openSeal(data.point); break;
        case "byoyomi_read": this.called.push(fact); break;
        case "seat_left": this.away[data.colour] = fact.at; break;
        case "seat_retaken": this.away[data.colour] = null; break;
        case "end_proposed": this.proposed = data.colour; break;
        case "end_agreed": this.status = "ending"; this.proposed = null; this.stopClocks(); break;
        case "end_declined": this.proposed = null; break;
        case "dead_stones_agreed":
          this.dead = data.points;
          data.by.forEach((colour) => this.agreedBy.add(colour));
          if (this.agreedBy.size === 2) this.status = "counting";
          break;
        case "life_disputed": this.status = "playing"; this.toPlay = data.dead_says; break;
        case "board_counted": this.status = "finished"; this.countWaits = true; this.confirmedBy = []; break;
        case "resigned": this.status = "finished"; this.resigned = data.colour; this.confirmedBy = []; this.stopClocks(); break;
        case "result_confirmed":
          for (const who of data.by) if (!this.confirmedBy.includes(who)) this.confirmedBy.push(who);
          // The game is closed by one entry that names all three.
          if (COLOURS.every((colour) => data.by.includes(colour)) && data.by.length > COLOURS.length) this.status = "confirmed";
          break;
        default: break;
      }
    }

    // A side's clock at a moment.
    clockAt(colour, now) {
      return this.at === null ? this.clocks[colour] : clock.advance(this.clocks[colour], Math.max(0, now - this.at));
    }

    // What is to be called to the side whose clock runs, as moment and text, the next
    // one first; what was called already, or is too long ago, is left out.
    toCall(now) {
      const colour = COLOURS.find((one) => this.clocks[one].running);
      if (!colour || this.at === null || this.status !== "playing") return null;
      const moment = Math.max(now, this.at);
      const same = Math.min(CALL_SAME_MS, (this.sealed.control.period_ms || 0) / 2);
      const calls = clock.calls(this.clockAt(colour, moment), this.sealed.calls, this.turnPeriods)
        .map((call) => ({ at: moment + call.after, text: call.text }))
        .filter((call) => call.at >= moment - CALL_LATE_MS && (this.turnAt === null || call.at > this.turnAt))
        .filter((call) => !this.called.some((one) => one.data.colour === colour && one.data.call === call.text
          && Math.abs(Date.parse(one.at) - call.at) <= same));
      if (!calls.length) return null;
      // The one that is nearest is meant, be it a little late or a little early.
      const next = calls.reduce((best, call) => (Math.abs(call.at - moment) < Math.abs(best.at - moment) ? call : best));
      return { colour, at: next.at, text: next.text };
    }

    // Whose clock is pressed next.
    presses() { return this.pressDue || COLOURS.find((colour) => this.clocks[colour].running) || null; }

    isStarted() { return this.status !== "paired"; }
    isPlayed() { return this.status === "playing"; }
  }

  window.fupan.Shown = Shown;
})();
