// What a recorder was shown when he began something: a stone that is proposed,
// points that are marked, a dialog that is open. It holds as long as the game shows
// the same; where somebody else recorded meanwhile it is withdrawn, and said so.
// What is not seen here yet shows by the version that a draft expects.
"use strict";
(() => {
  const board = ({ shown }) => [shown.status, shown.toPlay, shown.passes, shown.board.rows()];
  const turn = (desk) => [board(desk), desk.shown.presses()];
  const status = ({ shown }) => [shown.status];
  const result = (told) => (told ? Object.entries(told.result).sort() : null);
  // What is a fact, whoever else records one: nothing of the game is shown in it.
  const nothing = () => [];

  // By what is begun; all else rests on the board and the turn.
  const RESTS = {
    "proposal": board,
    "captives": board, "dead": board, "contested": board, "seal": board,
    "pass-dialog": board, "end-dialog": board, "dispute-dialog": board,
    "answer-dialog": ({ shown }) => [shown.status, shown.proposed],
    "resign-dialog": status, "count-dialog": status, "recount-dialog": status, "unseal-dialog": status,
    "start-dialog": ({ shown }) => [shown.status, shown.seats.black, shown.seats.white],
    "confirm-dialog": (desk) => [desk.shown.status, result(desk.asked.result()), desk.shown.confirmedBy],
    "seat-dialog": ({ shown }) => [Boolean(shown.away.black), Boolean(shown.away.white)],
    "calling-dialog": ({ shown }) => [shown.status, shown.clocks.black.running, shown.clocks.white.running],
    "arbiter-dialog": nothing, "arrival-dialog": nothing, "reading-dialog": nothing, "other-dialog": nothing,
  };

  // What is shown of a game that bears on that, to be compared.
  const basis = (desk, what) => JSON.stringify((RESTS[what] || turn)(desk));

  window.fupan.basis = basis;
})();
