// What was recorded and is not sealed yet: kept on this device until the service
// has answered with its entries, sent in order, each under the id that it was given
// when it was recorded. So it outlives a lost network, a reload and a closed tab,
// and sending twice records nothing twice.
"use strict";
(() => {
  const NAME = "fupan-record";
  // Where it is kept what the device's clock shows wrongly: no ledger has that name.
  const CLOCK = "the clock";
  // The most entries that are sent at once.
  const MOST = 50;
  const PATIENCE_MS = 15000;

  const opened = () => new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      const drafts = asked.result.createObjectStore("drafts", { keyPath: "n", autoIncrement: true });
      drafts.createIndex("place", "place");
      asked.result.createObjectStore("places", { keyPath: "place" });
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });

  const answered = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

  const uuid = () => {
    if (crypto.randomUUID) return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  };

  // The drafts of one official at one game.
  class Waiting {
    constructor(ledger, game, me) {
      this.ledger = ledger;
      this.stream = "game/" + game;
      this.me = me;
      this.prefix = ledger + "/" + game + "/";
      this.place = this.prefix + me;
      this.items = [];
      this.kept = { place: this.place, tip: null, trouble: null };
      this.channel = window.BroadcastChannel ? new BroadcastChannel(NAME + " " + this.place) : null;
      this.changed = () => {};
      this.limit = MOST;
    }

    async open() {
      this.base = await opened();
      if (navigator.storage && navigator.storage.persist) navigator.storage.persist().catch(() => {});
      if (this.channel) this.channel.onmessage = () => this.reload();
      await this.reload();
    }

    // All that is written together is on the disk before it counts as kept.
    async write(how) {
      const work = this.base.transaction(["drafts", "places"], "readwrite", { durability: "strict" });
      const done = new Promise((resolve, reject) => {
        work.oncomplete = resolve;
        work.onabort = () => reject(work.error);
      });
      how(work.objectStore("drafts"), work.objectStore("places"));
      await done;
      if (this.channel) this.channel.postMessage("changed");
      await this.reload();
    }

    async reload() {
      const work = this.base.transaction(["drafts", "places"]);
      const [items, kept] = await Promise.all([
        answered(work.objectStore("drafts").index("place").getAll(this.place)),
        answered(work.objectStore("places").get(this.place)),
      ]);
      this.items = items.sort((a, b) => a.n - b.n);
      this.kept = kept || { place: this.place, tip: null, trouble: null };
      this.changed();
    }

    // The game as it was sealed when this device last heard of it.
    async keptSealed() {
      const places = this.base.transaction("places").objectStore("places");
      const kept = await answered(places.get(this.prefix));
      return kept ? kept.sealed : null;
    }

    async keepSealed(sealed) {
      const places = this.base.transaction("places", "readwrite").objectStore("places");
      await answered(places.put({ place: this.prefix, sealed }));
    }

    // By how much this device's clock was ahead of the service's when that was measured.
    async keptAhead() {
      const places = this.base.transaction("places").objectStore("places");
      const kept = await answered(places.get(CLOCK));
      return kept ? kept.ahead : 0;
    }

    async keepAhead(ahead) {
      const places = this.base.transaction("places", "readwrite").objectStore("places");
      await answered(places.put({ place: CLOCK, ahead }));
    }

    // How many drafts of others wait on this device for this game, by whom.
    async others() {
      const drafts = this.base.transaction("drafts").objectStore("drafts");
      const all = await answered(drafts.getAll());
      const by = new Map();
      for (const item of all) {
        if (!item.place.startsWith(this.prefix) || item.place === this.place) continue;
        const who = item.place.slice(this.prefix.length);
        by.set(who, (by.get(who) || 0) + 1);
      }
      return by;
    }

    // Those that the service has not answered for.
    unsealed() { return this.items.filter((item) => item.version === undefined); }

    drafts() { return this.items.map((item) => item.draft); }

    // What happened, at that moment; `seen` is the version that the recorder saw.
    // Answers the draft as soon as it is on the disk.
    async add(type, data, at, seen) {
      const draft = { id: uuid(), stream: this.stream, type, actor: this.me, data };
      await this.write((drafts, places) => {
        const asked = drafts.index("place").getAll(this.place);
        asked.onsuccess = () => {
          const items = asked.result;
          const last = Math.max(0, ...items.map((item) => Date.parse(item.draft.at)));
          draft.at = new Date(Math.max(at, last)).toISOString();
          if (items.every((item) => item.version !== undefined)) {
            // What this device had sealed itself, the recorder has seen too.
            const tip = Math.max(seen, ...items.map((item) => item.version));
            places.put({ place: this.place, tip, trouble: null });
          }
          drafts.add({ place: this.place, draft });
        };
      });
      return draft;
    }

    // Gives drafts up, as the recorder decided.
    async discard(numbers) {
      const isLeft = this.unsealed().some((item) => !numbers.includes(item.n));
      await this.write((drafts, places) => {
        for (const n of numbers) drafts.delete(n);
        places.put(isLeft ? this.settled() : Object.assign({}, this.kept, { trouble: null }));
      });
    }

    // The trouble, unless a draft was refused, of which the recorder has disposed.
    settled() {
      const { trouble } = this.kept;
      return Object.assign({}, this.kept, { trouble: trouble && trouble.kind === "refused" ? null : trouble });
    }

    // The same with other content; it was refused, so its id is nobody's.
    async change(n, data) {
      await this.write((drafts, places) => {
        const item = this.items.find((one) => one.n === n);
        const draft = Object.assign({}, item.draft, { id: uuid(), data });
        drafts.put(Object.assign({}, item, { draft, sent: false }));
        places.put(this.settled());
      });
    }

    // The recorder has seen what others recorded, up to that version.
    async follow(version) {
      await this.write((drafts, places) => {
        for (const item of this.unsealed()) drafts.put(Object.assign({}, item, { sent: false }));
        places.put(Object.assign({}, this.kept, { tip: version, trouble: null }));
      });
    }

    async again() { await this.write((drafts, places) => places.put(this.settled())); }

    // What the sealed game holds by now waits no longer.
    async forget(version) {
      const done = this.items.filter((item) => item.version !== undefined && item.version <= version);
      if (done.length) await this.write((drafts) => done.forEach((item) => drafts.delete(item.n)));
    }

    // Sends what waits, in order. Only one tab does at a time. Answers how it went:
    // "done", "elsewhere", "trouble", "signed-out", "proof", "busy" or "offline".
    async send(proof) {
      if (!navigator.locks) return this.sendAll(proof);
      return navigator.locks.request(NAME + " " + this.place, { ifAvailable: true },
        (lock) => (lock ? this.sendAll(proof) : "elsewhere"));
    }

    async sendAll(proof) {
      for (;;) {
        await this.reload();
        if (this.kept.trouble) return "trouble";
        const group = await this.group();
        if (!group.length) return "done";
        const how = await this.sendGroup(group, proof);
        if (how !== "next") return how;
      }
    }

    // What is sent next: what was sent before without an answer, to the letter, else
    // what follows, resting on the version that the recorder saw.
    async group() {
      const unsealed = this.unsealed();
      const sent = unsealed.filter((item) => item.sent);
      if (sent.length) return sent;
      const next = unsealed.slice(0, this.limit);
      if (!next.length) return [];
      const first = Object.assign({}, next[0].draft);
      if (this.kept.tip === null) delete first.expect; else first.expect = this.kept.tip;
      await this.write((drafts) => next.forEach((item, at) => {
        const draft = Object.assign({}, at === 0 ? first : item.draft);
        if (at > 0) delete draft.expect;
        drafts.put(Object.assign({}, item, { draft, sent: true }));
      }));
      return this.unsealed().filter((item) => item.sent);
    }

    async sendGroup(group, proof) {
      let answer;
      let body;
      try {
        answer = await fetch("/v1/ledgers/" + this.ledger + "/entries", {
          method: "POST",
          headers: { "content-type": "application/json", accept: "application/json", "x-csrf-token": proof },
          body: JSON.stringify(group.map((item) => item.draft)),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        body = await answer.json();
      } catch { return "offline"; }
      if (answer.status === 201) { await this.seal(group, body.entries); return "next"; }
      if (answer.status === 401) return "signed-out";
      if (body.code === "csrf") return "proof";
      if (answer.status === 429 || answer.status >= 500 || answer.status === 408) return "busy";
      return this.refused(group, body);
    }

    // The service answered with the entries: a retry gets those that are there.
    async seal(group, entries) {
      const versions = entries.map((entry) => (entry.entry || entry).version);
      await this.write((drafts, places) => {
        group.forEach((item, at) => drafts.put(Object.assign({}, item, { version: versions[at], sent: false })));
        places.put(Object.assign({}, this.kept, { tip: Math.max(...versions) }));
      });
      this.limit = MOST;
    }

    // Nothing of the group is stored. Which draft is in the way shows when each is
    // sent by itself.
    async refused(group, problem) {
      const trouble = problem.code === "stale_version"
        ? { kind: "conflict", since: problem.entries || [], current: problem.current_version }
        : group.length > 1 ? null : { kind: "refused", n: group[0].n, problem };
      this.limit = trouble ? MOST : 1;
      await this.write((drafts, places) => {
        for (const item of group) drafts.put(Object.assign({}, item, { sent: false }));
        places.put(Object.assign({}, this.kept, { trouble }));
      });
      return trouble ? "trouble" : "next";
    }
  }

  window.fupan.Waiting = Waiting;
  window.fupan.uuid = uuid;
})();
