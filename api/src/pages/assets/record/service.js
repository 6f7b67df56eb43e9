// What the recorder's console has with its service: sends what waits, asks for the
// page again, measures how late it is, and keeps the page for when there is none.
"use strict";
(() => {
  const { AHEAD_MS, Desk } = window.fupan;
  const byId = (id) => document.getElementById(id);
  const console_ = byId("console");
  // The service's clock is measured by an answer that takes no longer than that, or
  // than that where what waits needs it.
  const PROMPT_MS = 3000;
  const PATIENCE_MS = 15000;
  const RETRIES_MS = [1000, 2000, 4000, 8000, 15000];

  Object.assign(Desk.prototype, {
    // Asks the service how late it is. What was recorded while that was in doubt is
    // held where it proves wrong. Answers whether it is known now.
    measure(patience = PROMPT_MS) {
      // Of two at a time the later one would find nothing wrong.
      this.measuring ||= this.measured(patience).finally(() => { this.measuring = null; });
      return this.measuring;
    },

    async measured(patience) {
      try {
        const began = performance.now();
        const answer = await fetch("/healthz", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(patience) });
        const took = performance.now() - began;
        // The header has whole seconds.
        const served = Date.parse(answer.headers.get("date")) + 500;
        if (!Number.isFinite(served)) { this.clock.settle(); return true; }
        const behind = this.clock.set(served, took / 2);
        if (this.waiting.base) {
          await this.waiting.judge(behind, AHEAD_MS + took / 2);
          await this.keepClock();
        }
        this.render();
        return true;
      } catch { return false; /* no network: what was measured before goes on */ }
    },

    async keepClock() {
      if (this.waiting.base && !this.clock.isMoved) await this.waiting.keepClock({ ahead: this.clock.ahead, at: this.now() });
    },

    // A device's clock that moved is measured at once.
    async checkClock() {
      if (!this.clock.check()) return;
      if (!(await this.measure())) this.render();
    },

    // Asks for the page again: what is sealed by now, and whether the session lasts.
    async refresh() {
      const answer = await fetch(location.href, { headers: { accept: "text/html" }, signal: AbortSignal.timeout(15000) });
      if (answer.status >= 500 || answer.status === 429) throw new Error("busy");
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("console");
      const me = fresh ? fresh.dataset.me || null : null;
      this.proof = me === this.me ? this.proofOf(page) : null;
      this.isChecked = true;
      // The page that this device keeps is nobody's any more; whoever else signed in
      // gets a page of his own, and records nothing in this one.
      if (this.me !== null && me !== this.me) {
        if (window.caches) await caches.delete("fupan-record").catch(() => false);
        if (me !== null) { location.reload(); return false; }
      }
      window.fupan.erased.take(page);
      if (fresh) await this.take(this.read(page));
      return this.me === null || this.proof !== null;
    },

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
    },

    async attempt() {
      if (!this.me || !this.waiting.base) return (await this.refresh()) ? "done" : "signed-out";
      if ((!this.isChecked || this.proof === null) && !(await this.refresh())) return "signed-out";
      if (!this.waiting.unsealed().length) {
        const isNeeded = this.network !== "on" || this.waiting.items.length > 0;
        return !isNeeded || (await this.refresh()) ? "done" : "signed-out";
      }
      if (this.waiting.isDoubtful() && !(await this.measure(PATIENCE_MS))) return "offline";
      let how = await this.waiting.send(this.proof);
      if (how === "proof" || how === "signed-out") {
        if (!(await this.refresh())) return "signed-out";
        how = await this.waiting.send(this.proof);
        if (how === "proof") how = "signed-out";
      }
      if (how === "done" || how === "trouble") await this.refresh();
      return how;
    },

    // Keeps the page itself, so that it opens again without a network.
    async keepPage() {
      const told = byId("reopens");
      if (!this.me) return;
      told.hidden = false;
      told.textContent = this.say("reopens-not");
      if (!("serviceWorker" in navigator)) return;
      try {
        navigator.serviceWorker.addEventListener("message", (event) => {
          if (event.data && event.data.kept) { told.textContent = this.say("reopens"); told.dataset.kept = "true"; }
        });
        await navigator.serviceWorker.register(console_.dataset.worker, { scope: location.pathname });
        const ready = await navigator.serviceWorker.ready;
        ready.active.postMessage({ keep: location.href });
      } catch { /* a certificate that the device does not trust: said already */ }
    },
  });
})();
