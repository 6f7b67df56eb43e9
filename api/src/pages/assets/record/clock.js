// The clocks between two entries: run on from what the service said, by the same
// arithmetic (both editions, article 12). Only shown; what counts is what the
// service makes of the times of the entries. Times are integers in milliseconds.
"use strict";
(() => {
  const hasPeriods = (control) => control.kind === "byoyomi" || control.kind === "reserved_byoyomi";

  // A side's clock, from the view of a game.
  const of = (view, control) => ({
    control,
    left: view.left_ms === undefined ? null : view.left_ms,
    periods: view.periods_left === undefined ? null : view.periods_left,
    moves: view.moves_left || control.moves || 0,
    // Of the period being played; below zero by what the one before carried over.
    used: view.period_left_ms === null || view.period_left_ms === undefined
      ? 0 : (control.period_ms || 0) - view.period_left_ms,
    over: view.over_ms || 0,
    out: (view.over_ms || 0) > 0 || view.periods_left === 0 && hasPeriods(control),
    running: view.running === true,
    inPeriod: view.in_overtime === true,
  });

  // The same after so many milliseconds of its own turn.
  const advance = (clock, elapsed) => {
    if (!clock.running || elapsed <= 0 || clock.left === null || clock.control.kind === "none") return clock;
    const now = Object.assign({}, clock);
    const inMain = Math.min(elapsed, now.left);
    now.left -= inMain;
    const rest = elapsed - inMain;
    if (now.left > 0) return now;
    if (hasPeriods(now.control)) {
      if (now.periods === 0) { now.over += rest; return now; }
      now.inPeriod = true;
      now.used += rest;
      const all = now.control.period_ms * now.periods;
      if (now.used >= all) {
        now.over += now.used - all; now.used = 0; now.periods = 0; now.out = true;
      } else if (now.used >= now.control.period_ms) {
        now.periods -= Math.floor(now.used / now.control.period_ms);
        now.used %= now.control.period_ms;
      }
    } else if (now.control.kind === "moves_per_period") {
      if (rest > 0) now.inPeriod = true;
      now.used += rest;
      const over = Math.max(0, now.used - now.control.period_ms);
      now.used -= over; now.over += over; now.out = now.out || over > 0;
    } else {
      now.over += rest; now.out = now.out || rest > 0;
    }
    return now;
  };

  const start = (clock) => {
    const now = Object.assign({}, clock, { running: true, inPeriod: clock.left === 0 });
    if (now.out) {
      now.out = false; now.over = 0; now.used = 0; now.moves = now.control.moves || 0;
      if (hasPeriods(now.control)) now.periods = Math.max(1, now.periods);
      if (now.control.kind === "fischer") now.left = earned(now);
    }
    return now;
  };

  // What a bank comes to with its increment; what was above the cap stays.
  const earned = (clock) => {
    const filled = clock.left + clock.control.increment_ms;
    const cap = clock.control.cap_ms;
    return Math.max(clock.left, cap ? Math.min(filled, cap) : filled);
  };

  const end = (clock) => {
    if (!clock.running) return clock;
    const now = Object.assign({}, clock, { running: false });
    if (hasPeriods(now.control)) now.used = 0;
    if (now.out || now.left === null) return now;
    if (now.control.kind === "fischer") now.left = earned(now);
    if (now.control.kind === "moves_per_period" && now.inPeriod) {
      now.moves -= 1;
      if (now.moves <= 0) {
        now.used = now.control.carry_over ? now.used - now.control.period_ms : 0;
        now.moves = now.control.moves;
      }
    }
    return now;
  };

  // What a clock was read to show.
  const read = (clock, left) => Object.assign({}, clock, { left, out: false, over: 0 });

  const two = (n) => String(n).padStart(2, "0");
  const written = (ms) => {
    const s = Math.floor(Math.max(0, ms) / 1000);
    const h = Math.floor(s / 3600);
    const rest = (h ? two(Math.floor(s / 60) % 60) : String(Math.floor(s / 60))) + ":" + two(s % 60);
    return h ? h + ":" + rest : rest;
  };

  // What is seen on it: the time that runs down, and what is said beside it.
  const face = (clock) => {
    if (clock.left === null || clock.control.kind === "none") return { time: "", periods: null, moves: null, over: 0 };
    const overtime = clock.left === 0 && (hasPeriods(clock.control) || clock.control.kind === "moves_per_period");
    const period = clock.control.period_ms || 0;
    const left = overtime ? (clock.periods === 0 ? 0 : period - clock.used) : clock.left;
    return {
      time: clock.over > 0 ? "−" + written(clock.over) : written(left),
      periods: hasPeriods(clock.control) ? clock.periods : null,
      moves: overtime && clock.control.kind === "moves_per_period" ? clock.moves : null,
      over: clock.over,
    };
  };

  // What is to be called to a clock, as milliseconds from now and text, if its side
  // goes on thinking. `lists`: what the rule book calls in a period, and in the last
  // one. `began`: how many periods there were when the turn began; where one was used
  // up since, what was due in the last of them stands before it.
  const calls = (clock, lists, began) => {
    if (!lists || !clock.running || clock.left === null || !hasPeriods(clock.control) || clock.out || !clock.periods) return [];
    const period = clock.control.period_ms;
    const first = clock.left - clock.used;
    const called = [];
    for (let number = began > clock.periods ? -1 : 0; number < clock.periods; number += 1) {
      const left = clock.periods - number - 1;
      const inPeriod = left ? lists.period.concat([[period, "left " + left]]) : lists.last;
      for (const [after, text] of inPeriod) called.push({ after: first + number * period + after, text });
    }
    return called;
  };

  // "1:02:03", "2:03" or "45" as milliseconds; null where it is no time.
  const parsed = (text) => {
    const parts = text.trim().replace(/：/g, ":").split(":");
    if (!parts.length || parts.length > 3 || !parts.every((part) => /^\d{1,3}$/.test(part))) return null;
    return parts.reduce((sum, part) => sum * 60 + Number(part), 0) * 1000;
  };

  window.fupan = window.fupan || {};
  window.fupan.clock = { of, advance, start, end, read, face, calls, written, parsed };
})();
