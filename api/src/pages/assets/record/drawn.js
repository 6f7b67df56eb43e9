// The recorder's board: the picture that the service drew, with the stones of the
// moment, and over it a grid of buttons, one a point, each with a name that says
// what is there. One of them is in the tab order; arrow keys lead to the others.
"use strict";
(() => {
  const CELL = 40;
  const BLACK = "#161616";
  const WHITE = "#fdfdfa";
  const SVG = "http://www.w3.org/2000/svg";

  const shape = (name, attributes) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };

  class Drawn {
    constructor(goban, size, name, tapped) {
      this.goban = goban;
      this.size = size;
      this.name = name;
      this.isTurned = goban.dataset.turned === "true";
      this.svg = goban.querySelector("svg");
      this.side = this.svg.viewBox.baseVal.width;
      this.margin = (this.side - (size - 1) * CELL) / 2;
      this.svg.setAttribute("aria-hidden", "true");
      this.svg.removeAttribute("role");
      this.svg.querySelectorAll("title, desc").forEach((told) => told.remove());
      this.stones = this.svg.querySelector(".stones");
      this.marks = this.svg.querySelector(".marks");
      this.grid = goban.querySelector("[role=grid]");
      this.focused = 0;
      this.lay(tapped);
    }

    // The buttons, in rows as they are seen.
    lay(tapped) {
      const from = ((this.margin - CELL / 2) / this.side) * 100;
      const extent = ((this.size * CELL) / this.side) * 100;
      for (const edge of ["left", "top"]) this.grid.style.setProperty(edge, from + "%");
      for (const edge of ["width", "height"]) this.grid.style.setProperty(edge, extent + "%");
      this.grid.style.setProperty("--lines", this.size);
      const board = new window.fupan.Board(this.size);
      this.buttons = [];
      const rows = [];
      for (let seen = 0; seen < this.size; seen += 1) {
        const row = document.createElement("div");
        row.setAttribute("role", "row");
        for (let across = 0; across < this.size; across += 1) {
          const col = this.isTurned ? this.size - 1 - across : across;
          const line = this.isTurned ? seen : this.size - 1 - seen;
          const cell = document.createElement("div");
          cell.setAttribute("role", "gridcell");
          const button = document.createElement("button");
          button.type = "button";
          button.tabIndex = -1;
          button.dataset.point = board.point(line * this.size + col);
          cell.append(button);
          row.append(cell);
          this.buttons.push(button);
        }
        rows.push(row);
      }
      this.grid.replaceChildren(...rows);
      this.grid.hidden = false;
      this.focused = Math.floor(this.buttons.length / 2);
      this.buttons[this.focused].tabIndex = 0;
      this.grid.addEventListener("click", (event) => {
        const button = event.target.closest("button");
        if (!button) return;
        this.enter(this.buttons.indexOf(button), false);
        tapped(button.dataset.point, event.detail === 0);
      });
      this.grid.addEventListener("keydown", (event) => this.walked(event));
    }

    walked(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const n = this.size;
      const col = this.focused % n;
      const row = Math.floor(this.focused / n);
      const to = {
        ArrowLeft: [Math.max(0, col - 1), row], ArrowRight: [Math.min(n - 1, col + 1), row],
        ArrowUp: [col, Math.max(0, row - 1)], ArrowDown: [col, Math.min(n - 1, row + 1)],
        Home: [0, row], End: [n - 1, row], PageUp: [col, Math.max(0, row - 5)], PageDown: [col, Math.min(n - 1, row + 5)],
      }[event.key];
      if (!to) return;
      event.preventDefault();
      this.enter(to[1] * n + to[0], true);
    }

    // The one in the tab order.
    button() { return this.buttons[this.focused]; }

    enter(index, moves) {
      this.buttons[this.focused].tabIndex = -1;
      this.focused = index;
      this.buttons[index].tabIndex = 0;
      if (moves) this.buttons[index].focus();
    }

    // The point beside another, as it is seen.
    beside(point, way) {
      const index = this.buttons.findIndex((button) => button.dataset.point === point);
      const col = (index % this.size) + ({ left: -1, right: 1 }[way] || 0);
      const row = Math.floor(index / this.size) + ({ up: -1, down: 1 }[way] || 0);
      if (index < 0 || col < 0 || row < 0 || col >= this.size || row >= this.size) return null;
      return this.buttons[row * this.size + col].dataset.point;
    }

    place(board, point) {
      const cell = board.cell(point);
      const col = cell % this.size;
      const row = Math.floor(cell / this.size);
      const along = (line, isFromLast) => this.margin + (isFromLast ? this.size - 1 - line : line) * CELL;
      return [along(col, this.isTurned), along(row, !this.isTurned)];
    }

    // `look`: what is proposed, which stones are marked, which would come off.
    draw(shown, look) {
      const { board } = shown;
      const stones = [];
      const marks = [];
      const ink = (point) => (board.at(point) === "black" ? WHITE : BLACK);
      for (const button of this.buttons) {
        const point = button.dataset.point;
        const colour = board.at(point);
        const isLast = shown.last === point;
        const isWaiting = colour !== null && shown.waiting.has(point);
        const isMarked = look.marked.includes(point);
        const isOff = look.off.includes(point);
        const isProposed = look.proposal !== null && look.proposal.point === point;
        const [cx, cy] = colour || isProposed || isMarked ? this.place(board, point) : [0, 0];
        if (colour) {
          const fill = colour === "black" ? BLACK : WHITE;
          stones.push(shape("circle", { cx, cy, r: 18, fill, stroke: BLACK, "stroke-width": 2, class: isMarked ? "faded" : "" }));
        }
        if (isProposed) {
          const fill = look.proposal.colour === "black" ? BLACK : WHITE;
          stones.push(shape("circle", { cx, cy, r: 18, fill, "fill-opacity": "0.6", stroke: BLACK, "stroke-width": 2 }));
          marks.push(shape("circle", { cx, cy, r: 25, fill: "none", stroke: "#1d3f7a", "stroke-width": 5 }));
          marks.push(shape("path", { d: "M" + cx + " " + (cy - 34) + "V0M" + cx + " " + (cy + 34) + "V" + this.side + "M" + (cx - 34) + " " + cy + "H0M" + (cx + 34) + " " + cy + "H" + this.side, stroke: "#1d3f7a", "stroke-width": 2, "stroke-dasharray": "6 6" }));
        }
        if (isWaiting && !isMarked && !isOff) {
          marks.push(shape("circle", { cx, cy, r: 12, fill: "none", stroke: ink(point), "stroke-width": 3, "stroke-dasharray": "5 4", class: "waits" }));
        } else if (isLast && colour && !isMarked && !isOff) {
          marks.push(shape("circle", { cx, cy, r: 9, fill: "none", stroke: ink(point), "stroke-width": 3, class: "last" }));
        }
        if (isOff || isMarked) {
          const cross = "M" + (cx - 10) + " " + (cy - 10) + "l20 20m0-20l-20 20";
          marks.push(shape("path", { d: cross, fill: "none", stroke: colour ? ink(point) : BLACK, "stroke-width": 4, class: isMarked ? "marked" : "off" }));
        }
        const said = this.name({ point, colour, isLast, isWaiting, isMarked, isOff, proposed: isProposed ? look.proposal.colour : null });
        if (button.getAttribute("aria-label") !== said) button.setAttribute("aria-label", said);
        if (look.chooses) button.setAttribute("aria-pressed", String(isMarked || isOff));
        else button.removeAttribute("aria-pressed");
      }
      this.stones.replaceChildren(...stones);
      this.marks.replaceChildren(...marks);
    }
  }

  window.fupan.Drawn = Drawn;
})();
