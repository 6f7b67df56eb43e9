// The auditor's desk: what is to be typed elsewhere can be copied, and the proof
// of an entry is checked here, where it is read, by the browser's own SHA-256.
// Without this script everything is still there to be read and taken along.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);

  const offer = () => {
    if (navigator.clipboard) {
      for (const button of document.querySelectorAll("button[data-copies]")) button.hidden = false;
    }
    const check = byId("proof-check");
    if (check) check.hidden = false;
  };
  offer();
  document.addEventListener("fupan:exchanged", offer);
  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("button[data-copies]") : null;
    if (!button) return;
    try {
      await navigator.clipboard.writeText(byId(button.dataset.copies).textContent);
      byId("announced").textContent = button.dataset.copied;
      button.textContent = "✓ " + button.dataset.copied;
    } catch { /* it stays as it is */ }
  });

  // A proof as C2SP tlog-proof has it: its index, hashes from the leaf's sibling
  // up, an empty line, a checkpoint of which the second line is the size of the
  // tree and the third its root. Throws where the text is none.
  const bytesOf = (base64) => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const hashOf = (line) => {
    if (!/^[A-Za-z0-9+/]{43}=$/.test(line)) throw new Error(line);
    return bytesOf(line);
  };
  const numberOf = (line) => {
    if (!/^(0|[1-9][0-9]{0,15})$/.test(line)) throw new Error(line);
    return Number(line);
  };
  const read = (text) => {
    const lines = text.replace(/\r/g, "").replace(/\n+$/, "\n").split("\n");
    let at = 0;
    if (lines[at++] !== "c2sp.org/tlog-proof@v1") throw new Error("version");
    if ((lines[at] || "").startsWith("extra ")) at++;
    const index = /^index (.*)$/.exec(lines[at++] || "");
    if (!index) throw new Error("index");
    const hashes = [];
    while (at < lines.length && lines[at] !== "") hashes.push(hashOf(lines[at++]));
    at++;
    return { index: numberOf(index[1]), hashes, origin: lines[at], size: numberOf(lines[at + 1] || ""), root: hashOf(lines[at + 2] || "") };
  };

  const sha256 = async (...parts) => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const all = new Uint8Array(length);
    let from = 0;
    for (const part of parts) { all.set(part, from); from += part.length; }
    return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
  };
  const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  const node = (left, right) => sha256(Uint8Array.of(1), left, right);

  // RFC 9162, section 2.1.3.2. Numbers stay below 2^53, so divisions are exact.
  const climb = async (leaf, proof, step) => {
    let at = proof.index;
    let last = proof.size - 1;
    let hash = leaf;
    if (at > last) return null;
    for (const other of proof.hashes) {
      if (last === 0) return null;
      if (at % 2 === 1 || at === last) {
        hash = await node(other, hash);
        while (at % 2 === 0 && at !== 0) { at = Math.floor(at / 2); last = Math.floor(last / 2); }
      } else {
        hash = await node(hash, other);
      }
      at = Math.floor(at / 2);
      last = Math.floor(last / 2);
      step(hash);
    }
    return last === 0 ? hash : null;
  };

  const check = async (box) => {
    const steps = byId("climbed");
    steps.replaceChildren();
    const step = (hash) => {
      const line = document.createElement("li");
      line.textContent = hex(hash);
      steps.append(line);
    };
    if (!window.crypto || !crypto.subtle) return "insecure";
    let proof;
    try { proof = read(byId("proof-text").value); } catch { return "form"; }
    if (proof.index !== Number(box.dataset.seq)) return "index";
    let bytes;
    try {
      const answer = await fetch(box.dataset.entry, { headers: { accept: "application/json" } });
      if (!answer.ok) return "unread";
      bytes = new Uint8Array(await answer.arrayBuffer());
    } catch { return "unread"; }
    const leaf = await sha256(Uint8Array.of(0), bytes);
    step(leaf);
    if (hex(leaf) !== box.dataset.leaf) return "hash";
    const root = await climb(leaf, proof, step);
    if (root === null) return "length";
    return hex(root) === hex(proof.root) ? "sound" : "root";
  };

  document.addEventListener("click", async (event) => {
    if (!(event.target instanceof Element) || event.target.id !== "proof-check") return;
    const box = byId("proof");
    const told = byId("told");
    const found = await check(box);
    const sound = found === "sound";
    told.className = "verdict " + (sound ? "sound" : "broken");
    told.dataset.found = found;
    told.textContent = (sound ? "✓ " : "✗ ") + box.dataset[found];
    told.hidden = false;
    byId("climbed").hidden = byId("climbed").childElementCount === 0;
  });
})();
