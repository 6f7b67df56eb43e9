// The slip of a sealed move: the point, and beside it a code, so that the commitment
// that is recorded tells nobody the point (contract of `move_sealed`). What stands on
// it is on paper alone: nothing here keeps it.
"use strict";
(() => {
  // Letters and digits that are not taken for one another in handwriting.
  const WRITTEN = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
  const CODE = new RegExp("^[" + WRITTEN + "]{16}$");
  const grouped = (letters) => letters.match(/.{4}/g).join("-");

  // Browsers hash only where the connection is safe.
  const hashes = () => Boolean(window.crypto && crypto.subtle);

  const commitment = async (point, nonce) => {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(point + "\n" + nonce));
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  };

  // A slip for a point, with a code of 80 bits by lot.
  const write = async (point) => {
    const lot = crypto.getRandomValues(new Uint8Array(16));
    const nonce = grouped(Array.from(lot, (byte) => WRITTEN[byte & 31]).join(""));
    return { point, nonce, commitment: await commitment(point, nonce) };
  };

  // The code as it was hashed, from how it was typed: small letters and other gaps
  // are forgiven. Null where point and code are not what was sealed; where nothing
  // can be compared the service is left to.
  const read = async (point, typed, sealed) => {
    const plain = typed.trim().normalize("NFC");
    const letters = plain.toUpperCase().replace(/[^A-Z0-9]/g, "");
    const meant = CODE.test(letters) ? [plain, grouped(letters)] : [plain];
    if (!hashes() || !sealed) return meant.pop();
    for (const nonce of meant) if (await commitment(point, nonce) === sealed) return nonce;
    return null;
  };

  window.fupan.slip = { hashes, write, read };
})();
