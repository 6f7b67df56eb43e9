// The entries of a ledger as they come, for all windows of a browser that look at it,
// by one stream: a browser has but six connections to a service. One of them leads: it
// holds a lock, has the stream, and hands on what comes. Once it is closed or nobody
// looks at it another takes over, from the last entry that it knows itself, so nothing
// is missed, and nothing told twice. Where a browser has no locks, which need a
// safe connection, each window that is looked at has a stream of its own.
"use strict";
(() => {
  const RETRY_MS = 5000;
  const ERASED = "person_erased";

  // What a page names: the ledger's stream, and the last entry that it may know.
  const named = () => {
    const url = new URL(document.body.dataset.follow, location.origin);
    return { path: url.pathname, last: Number(url.searchParams.get("after")) };
  };

  class Follower {
    // `page` is told of entries (`heard`), that it may be out of date (`anew`), whose
    // names were erased (`erased`) and how it stands with the stream (`state`); it says
    // who looks (`who`).
    constructor(page) {
      this.page = page;
      const { path, last } = named();
      this.path = path;
      this.name = "fupan-follow " + path;
      // The last entry that this window knows, and the last that it handed on.
      this.last = last;
      this.given = last;
      this.isShared = Boolean(navigator.locks && window.BroadcastChannel);
      this.isJoined = false;
      this.source = null;
      this.live = "waiting";
      this.wasCut = false;
    }

    // From now on somebody looks at this window.
    join() {
      if (this.isJoined) return;
      this.isJoined = true;
      if (!this.isShared) { this.open(); return; }
      this.channel = new BroadcastChannel(this.name);
      this.channel.onmessage = ({ data }) => this.told(data);
      // Whoever leads says where that stands; nobody does where this one is the first.
      this.channel.postMessage({ asks: this.page.who() });
      const leaving = new AbortController();
      this.leaving = leaving;
      navigator.locks.request(this.name, { signal: leaving.signal }, () => this.lead(leaving.signal)).catch(() => {
        // No locks after all, as in a window that may keep nothing.
        if (!leaving.signal.aborted) this.open();
      });
    }

    // Leads until it leaves.
    lead(signal) {
      if (signal.aborted) return null;
      return new Promise((resolve) => {
        this.release = resolve;
        this.open();
      });
    }

    // Nobody looks at it any more: another may lead at once.
    leave() {
      if (!this.isJoined) return;
      this.isJoined = false;
      this.close();
      if (this.leaving) this.leaving.abort();
      if (this.channel) this.channel.close();
      if (this.release) this.release();
      this.leaving = this.channel = this.release = null;
      this.page.state("resting");
    }

    // Whoever looks is another: the stream is his from now on, or ends.
    renew() {
      if (!this.source) return;
      this.close();
      this.open();
    }

    open() {
      const source = new EventSource(this.path + "?after=" + this.last);
      this.source = source;
      this.given = this.last;
      source.onopen = () => {
        // After a cut the reader may be another, or nobody.
        this.tell("on", this.wasCut);
        this.wasCut = false;
      };
      source.onerror = () => {
        this.wasCut = true;
        this.tell("waiting", false);
        // A browser comes back by itself after a cut, but not after a refusal.
        if (source.readyState !== EventSource.CLOSED || this.source !== source) return;
        this.retry = setTimeout(() => this.again(), RETRY_MS);
      };
      // Every type of entry is an event of its own, so each has to be listened for.
      const types = (document.body.dataset.types || "").split(" ").filter(Boolean);
      for (const type of new Set([...types, ERASED])) source.addEventListener(type, (event) => this.came(event));
    }

    // What was asked of the stream was refused: perhaps it is another ledger by now.
    again() {
      this.tell("waiting", true);
      this.last = named().last;
      this.open();
    }

    close() {
      clearTimeout(this.retry);
      if (this.source) this.source.close();
      this.source = null;
    }

    // An entry of the stream, for this window and all others.
    came(event) {
      let entry;
      try { entry = JSON.parse(event.data); } catch { return; }
      const seq = Number(event.lastEventId);
      const told = { seq, before: this.given, type: event.type, stream: entry.stream };
      if (event.type === ERASED) told.who = entry.data.player || entry.data.official;
      this.given = seq;
      if (this.channel) this.channel.postMessage(told);
      this.take(told);
    }

    take(entry) {
      if (entry.seq <= this.last) return;
      this.last = entry.seq;
      this.page.heard(entry);
    }

    // How it stands with the stream, and with what was erased before others came.
    tell(live, isAnew) {
      this.live = live;
      if (this.channel) this.channel.postMessage({ live, at: this.given, isAnew, erased: this.page.nameless() });
      this.page.state(live);
      if (isAnew) this.page.anew();
    }

    // What another window says.
    told(said) {
      if ("asks" in said) { this.answer(said.asks); return; }
      if (this.source) return;
      if ("seq" in said) {
        if (said.before > this.last) this.page.anew();
        this.take(said);
        return;
      }
      this.page.state(said.live);
      this.page.erased(said.erased);
      if (said.isAnew || said.at > this.last) this.page.anew();
      this.last = Math.max(this.last, said.at);
    }

    // A further window, where perhaps somebody else signed in.
    answer(who) {
      if (!this.source) return;
      if (who !== this.page.who()) { this.page.anew(); this.renew(); }
      this.tell(this.live, false);
    }
  }

  window.fupan = window.fupan || {};
  window.fupan.Follower = Follower;
  window.fupan.ERASED = ERASED;
})();
