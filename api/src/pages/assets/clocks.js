// Clocks that run while a page is looked at: each is told in the words that the page
// brings with it, from the entry at which it was last known, by the service's own
// clock. Only shown: what counts is what is recorded.
"use strict";
(() => {
  const { clock } = window.fupan;
  const two = (n) => String(n).padStart(2, "0");
  const written = (ms) => {
    const s = Math.floor(Math.max(0, ms) / 1000);
    return Math.floor(s / 3600) + ":" + two(Math.floor(s / 60) % 60) + ":" + two(s % 60);
  };

  // A page says what the service's clock showed when it was made; that was when its
  // answer began to come.
  let ahead = 0;
  let basis = null;
  const arrived = () => {
    const [way] = basis === null ? performance.getEntriesByType("navigation") : [];
    return Date.now() - (way && way.responseStart ? performance.now() - way.responseStart : 0);
  };
  const set = () => {
    const said = document.querySelector("[data-clock-now]");
    if (!said || said.dataset.clockNow === basis) return;
    ahead = arrived() - Date.parse(said.dataset.clockNow);
    basis = said.dataset.clockNow;
  };

  // What is said of a clock, part by part, as the service says it.
  const parts = (told, now) => {
    const { view, control, said } = told;
    const passed = Math.max(0, now - Date.parse(told.at));
    const then = clock.advance(clock.of(view, control), passed);
    const put = (text, name, value) => text.replace("{" + name + "}", value);
    const isIn = then.left === 0 && then.inPeriod;
    const listed = [];
    if (then.left !== null) listed.push(put(said.left, "time", written(then.left)));
    if (then.periods !== null) listed.push(put(said.periods, "count", then.periods));
    if (isIn && control.period_ms) listed.push(put(said.period, "time", written(then.periods === 0 ? 0 : control.period_ms - then.used)));
    if (isIn && control.kind === "moves_per_period") listed.push(put(said.moves, "count", then.moves));
    if (typeof view.used_ms === "number") listed.push(put(said.used, "time", written(view.used_ms + passed)));
    if (then.over > 0) listed.push(put(said.over, "time", written(then.over)));
    listed.push(said.running);
    if (then.over > 0 && !view.over_ms && said.out) listed.push(said.out);
    return listed;
  };

  const tick = () => {
    set();
    const now = Date.now() - ahead;
    for (const element of document.querySelectorAll("[data-clock]")) {
      const told = JSON.parse(element.dataset.clock);
      const text = parts(told, now).join(told.said.between);
      if (element.textContent !== text) element.textContent = text;
    }
  };
  tick();
  setInterval(tick, 250);
  document.addEventListener("fupan:exchanged", tick);
})();
