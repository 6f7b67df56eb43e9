// A reviewer's note is hashed where it is written and kept in a file of the writer's:
// the service learns the hash alone. The file is the one that `fupan review note`
// keeps, and opens the note on the command line as well.
"use strict";

(() => {
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

  // The text as the service takes it: what stands around it, ends of lines and letters
  // of several parts are the same for everybody who hashes it.
  const taken = (text) => {
    const whole = new TextDecoder().decode(new TextEncoder().encode(text));
    return whole.replace(/\r\n?/g, "\n").replace(/^[\s\u0085]+|[\s\u0085]+$/gu, "").normalize("NFC");
  };

  const keep = (name, note) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(note, null, 2)], { type: "application/json" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  };

  const sealing = document.querySelector("form[data-seals]");
  if (sealing && window.crypto && crypto.subtle) {
    const written = sealing.querySelector("textarea");
    const kept = sealing.querySelector("[data-kept]");
    const sends = sealing.querySelector("[data-sends]");
    document.querySelector("[data-by-command]").hidden = true;
    sealing.hidden = false;
    // What is written after it was kept is another note.
    const begin = () => {
      sealing.elements.commitment.value = "";
      kept.hidden = true;
      sends.disabled = true;
    };
    written.addEventListener("input", begin);
    sealing.querySelector("[data-keeps]").addEventListener("click", async () => {
      begin();
      const text = taken(written.value);
      if (!text) {
        written.focus();
        return;
      }
      const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
      // The note of this reviewer in this review, and of nobody else anywhere.
      const { review, reviewer } = sealing.dataset;
      const sealed = ["fupan note 2", review, reviewer, text, nonce].join("\n");
      const bytes = new TextEncoder().encode(sealed);
      const digest = await crypto.subtle.digest("SHA-256", bytes);
      if (taken(written.value) !== text) return;
      keep(sealing.dataset.seals + "-note.json", { text, nonce });
      sealing.elements.commitment.value = hex(new Uint8Array(digest));
      kept.hidden = false;
      sends.disabled = false;
    });
  }

  const opening = document.querySelector("form[data-unseals]");
  if (opening) {
    const row = opening.querySelector("[data-file]");
    const told = row.querySelector("[data-told]");
    const file = row.querySelector("input");
    row.hidden = false;
    file.addEventListener("change", async () => {
      told.textContent = "";
      if (!file.files[0]) return;
      try {
        const note = JSON.parse(await file.files[0].text());
        if (typeof note.text !== "string" || typeof note.nonce !== "string") throw new TypeError("no note");
        opening.elements.text.value = note.text;
        opening.elements.nonce.value = note.nonce;
      } catch {
        told.textContent = "⚠ " + told.dataset.noNote;
      }
    });
  }
})();
