// How late it is by the service's clock, by which all that is recorded is told: as
// it was measured last, and run on from there by the browser's own count of time,
// which nobody sets. A device's clock may be wrong by an hour, and may be set while
// it is in use; then it is measured again, and until that can be done, what is
// recorded is marked as doubtful.
"use strict";
(() => {
  // A device's clock counts as right if it is off by less than that.
  const AHEAD_MS = 5000;
  // A clock that moves by that much against the count of time was set, or slept.
  const JUMP_MS = 2000;
  // A measurement is no better than that.
  const ROUGH_MS = 1500;

  class Time {
    constructor() {
      // By how much the device's clock is ahead of the service's.
      this.ahead = 0;
      // Whether that was measured since the page was opened or the clock moved.
      this.isSure = false;
      // Whether the clock was set, and it is not known by how much.
      this.isMoved = false;
      this.zero = Date.now() - performance.now();
      this.look();
    }

    now() { return Math.round(performance.now() + this.zero); }

    look() {
      this.wall = Date.now();
      this.count = performance.now();
      this.wasHidden = document.hidden;
    }

    // What this device knew when it was used last: how far ahead its clock was, and
    // how late it was then. It can't be earlier now.
    resume(kept) {
      if (!kept) return;
      const wall = Date.now();
      this.ahead = kept.ahead;
      if (kept.at && wall - kept.ahead < kept.at - JUMP_MS) {
        this.isMoved = true;
        this.ahead = wall >= kept.at ? 0 : wall - kept.at;
      }
      this.zero = wall - this.ahead - performance.now();
    }

    // Whether the device's clock moved since it was looked at last. One that went on
    // while nobody looked slept with the device; else it was set, and the count of
    // time goes on.
    check() {
      const jump = Date.now() - this.wall - (performance.now() - this.count);
      const slept = jump > 0 && (this.wasHidden || document.hidden);
      this.look();
      if (Math.abs(jump) < JUMP_MS) return false;
      if (slept) this.zero += jump;
      else { this.ahead += jump; this.isMoved = true; }
      this.isSure = false;
      return true;
    }

    // The service's clock showed `served` so long ago. Answers by how much what was
    // taken for the time before was behind.
    set(served, ago) {
      const now = served + ago;
      const ahead = Date.now() - now;
      const isRight = Math.abs(ahead) < AHEAD_MS;
      const zero = (isRight ? Date.now() : now) - performance.now();
      const behind = zero - this.zero;
      this.ahead = isRight ? 0 : Math.round(ahead);
      if (!this.isSure || Math.abs(behind) > ROUGH_MS) this.zero = zero;
      this.settle();
      return Math.round(behind);
    }

    // A page says what the service's clock showed so long ago, and nothing else is asked.
    begin(served, ago) { this.zero = served + ago - performance.now(); }

    settle() {
      this.isSure = true;
      this.isMoved = false;
    }
  }

  window.fupan = window.fupan || {};
  window.fupan.Time = Time;
  window.fupan.AHEAD_MS = AHEAD_MS;
})();
