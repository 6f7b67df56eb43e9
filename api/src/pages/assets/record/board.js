// Stones and captures, as the service has them: a stone is put on an empty point,
// enemy chains beside it without a liberty come off, own stones never do, and
// nothing is forbidden. For what a page shows before the service has sealed it;
// what counts is the service's board. Points are named as in "Q16".
"use strict";
(() => {
  const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const SIGN = { black: "X", white: "O" };
  const COLOUR = { X: "black", O: "white" };
  const other = (colour) => (colour === "black" ? "white" : "black");

  // A board is its size and a cell a point, the bottom row first.
  class Board {
    constructor(size, cells) {
      this.size = size;
      this.cells = cells || new Array(size * size).fill(".");
    }

    // From rows of ".", "X" and "O", the top one first.
    static of(rows) {
      return new Board(rows.length, rows.slice().reverse().flatMap((row) => Array.from(row)));
    }

    copy() { return new Board(this.size, this.cells.slice()); }

    rows() {
      const rows = [];
      for (let row = this.size - 1; row >= 0; row -= 1) {
        rows.push(this.cells.slice(row * this.size, (row + 1) * this.size).join(""));
      }
      return rows;
    }

    // The cell of a point; -1 where it is not on the board.
    cell(point) {
      const col = COLUMNS.indexOf(point.charAt(0));
      const row = Number(point.slice(1)) - 1;
      const isOn = col >= 0 && col < this.size && Number.isInteger(row) && row >= 0 && row < this.size;
      return isOn ? row * this.size + col : -1;
    }

    point(cell) { return COLUMNS[cell % this.size] + (Math.floor(cell / this.size) + 1); }

    at(point) {
      const cell = this.cell(point);
      return cell < 0 ? null : COLOUR[this.cells[cell]] || null;
    }

    beside(cell) {
      const col = cell % this.size;
      const beside = [];
      if (col > 0) beside.push(cell - 1);
      if (col < this.size - 1) beside.push(cell + 1);
      if (cell >= this.size) beside.push(cell - this.size);
      if (cell < this.size * (this.size - 1)) beside.push(cell + this.size);
      return beside;
    }

    // The cells of a chain, and how many liberties it has.
    chainAt(cell) {
      const sign = this.cells[cell];
      const stones = new Set([cell]);
      const liberties = new Set();
      for (const stone of stones) {
        for (const next of this.beside(stone)) {
          if (this.cells[next] === sign) stones.add(next);
          else if (this.cells[next] === ".") liberties.add(next);
        }
      }
      return { stones: Array.from(stones), liberties: liberties.size };
    }

    // The points of the chain of a stone, in order.
    chain(point) {
      const cell = this.cell(point);
      if (cell < 0 || this.cells[cell] === ".") return [];
      return this.named(this.chainAt(cell).stones);
    }

    // The stones of all chains without a liberty.
    breathless() {
      const found = this.cells.map((sign, cell) => cell)
        .filter((cell) => this.cells[cell] !== "." && this.chainAt(cell).liberties === 0);
      return this.named(found);
    }

    named(cells) { return cells.slice().sort((a, b) => a - b).map((cell) => this.point(cell)); }

    // What a stone on an empty point takes off by the rules; null where it can't
    // stand there.
    due(colour, point) {
      const at = this.cell(point);
      if (at < 0 || this.cells[at] !== ".") return null;
      const board = this.copy();
      board.cells[at] = SIGN[colour];
      const due = new Set();
      for (const next of board.beside(at)) {
        if (board.cells[next] !== SIGN[other(colour)] || due.has(next)) continue;
        const chain = board.chainAt(next);
        if (chain.liberties === 0) chain.stones.forEach((stone) => due.add(stone));
      }
      return this.named(Array.from(due));
    }

    // Puts a stone, and takes off what was really lifted, else what is due.
    // Answers how many stones each side lost; null where that can't be.
    play(colour, point, lifted) {
      const due = this.due(colour, point);
      if (due === null) return null;
      const off = lifted || due;
      const board = this.copy();
      board.cells[board.cell(point)] = SIGN[colour];
      const lost = board.lift(off);
      if (lost !== null) this.cells = board.cells;
      return lost;
    }

    // Takes stones off. Answers how many each side lost; null where one isn't there.
    lift(points) {
      const lost = { black: 0, white: 0 };
      const cells = this.cells.slice();
      for (const point of points) {
        const cell = this.cell(point);
        const colour = cell < 0 ? undefined : COLOUR[cells[cell]];
        if (!colour) return null;
        lost[colour] += 1;
        cells[cell] = ".";
      }
      this.cells = cells;
      return lost;
    }
  }

  // Where handicap stones stand by custom, for 2 to 9 of them.
  const handicap = (size, stones) => {
    if (size < 7 || stones < 2 || stones > 9) return [];
    const near = size >= 13 ? 4 : 3;
    const far = size + 1 - near;
    const middle = (size + 1) / 2;
    const name = (col, row) => COLUMNS[col - 1] + row;
    const corners = [name(far, far), name(near, near), name(far, near), name(near, far)];
    if (stones <= 4) return corners.slice(0, stones);
    if (!Number.isInteger(middle)) return [];
    const sides = [name(near, middle), name(far, middle), name(middle, near), name(middle, far)];
    const centre = stones % 2 === 1 ? [name(middle, middle)] : [];
    return corners.concat(sides.slice(0, stones - 4 - centre.length), centre);
  };

  window.fupan = window.fupan || {};
  window.fupan.Board = Board;
  window.fupan.handicap = handicap;
  window.fupan.otherSide = other;
})();
