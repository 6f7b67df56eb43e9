### What the program says in English, which the other languages fall back to.
### The labels in other languages are drafts until native arbiters have read them.

## Sides and ranks

colour-black = Black
colour-white = White
rank-professional = professional { $grade } dan
rank-dan = { $grade } dan
rank-kyu = { $grade } kyu

## Amounts

zi-quarter = ¼
zi-half = ½
zi-three-quarters = ¾
zi-whole = { $whole } zi
zi-part = { $part } zi
zi-mixed = { $whole }{ $part } zi
list-separator = {", "}

## Values

value-none = none
value-erased = record erased on request
value-open = (left open)
value-deliberate = deliberate
value-misread = misread
value-permitted = with the arbiter's permission
value-not-permitted = without permission
value-hand-on = the fingers had not left the stone
value-struck-out = nothing: the entry is struck out
vote-counted = { $for } for, { $against } against
move-pass = pass

## Offices

role-organiser = organiser
role-chief-arbiter = chief arbiter
role-deputy-chief-arbiter = deputy chief arbiter
role-arbiter = arbiter
role-recorder = recorder
role-panel-member = appeals committee
role-reviewer = reviewer
role-auditor = auditor

## Results

result-won-by-count = { $winner } wins by counting
result-won-by-resignation = { $winner } wins by resignation
result-won-by-time = { $winner } wins on time
result-won-by-forfeit = { $winner } wins by ruling under an article
result-won-by-warnings = { $winner } wins by the opponent's two warnings
result-won-by-absence = { $winner } wins by the opponent's absence
result-won-by-ruling = { $winner } wins, set by a ruling
result-won-by-sanction = { $winner } wins by a sanction on the opponent
result-won-by-margin = { $winner } wins by { $margin } ({ $by })
result-not-won = { $outcome } ({ $by })
result-with-state = { $result }, { $state }
result-none = no result yet
result-draw = draw
result-both-lose = both lose
result-no-result = no result
result-by-count = by counting
result-by-resignation = by resignation
result-by-time = on time
result-by-forfeit = by ruling under an article
result-by-warnings = by two warnings
result-by-absence = by absence
result-by-ruling = set by a ruling
result-by-sanction = by a sanction
result-state-provisional = not confirmed
result-state-confirmed = confirmed
result-state-appealed = under appeal
result-state-final = final

## Orders of rulings and decisions

order-void-move = the stone of entry { $entry } is void and taken back
order-move-stands = the stone of entry { $entry } stands on its point
order-restore-stones = { $colour }'s stones go back on { $points }
order-remove-stones = the stones on { $points } are taken off
order-move-stone = the stone on { $from } goes to { $to }
order-swap-players = the players change sides; the position stays
order-set-clock = the clocks are set: { $settings }
order-treat-as-pass = { $colour }'s overtime counts as a pass
order-award-points = { $points } go to { $colour } at counting
order-resume = play goes on and the clocks run
order-set-result = the result is: { $result }
order-draw = the game is a draw
order-both-lose = both sides lose
order-no-result = the game has no result
order-replay = the game is played again, as { $game }
order-overturn = { $ruling } no longer counts

## Warnings, penalties, sanctions

warning-for = a warning for { $colour }
admonition-for = an admonition for { $colour }
penalty-forfeit-turn = { $colour } loses one turn
penalty-deduct-zi = { $amount } taken off for { $colour } at counting
penalty-deduct-time = { $amount } of { $colour }'s time taken off
penalty-lose-game = { $colour } loses the game
sanction-cancel-results = results cancelled
sanction-lose-games = games lost
sanction-drop-place = prize of one place lower
sanction-suspend = suspended
sanction-censure = public criticism

## Clocks

clock-left = { $time } of main time left
clock-periods-left = byo-yomi periods left: { $count }
clock-period-left = { $time } of the period left
clock-moves-left = moves to go in the period: { $count }
clock-used = { $time } used
clock-over = { $time } over
clock-running = running
clock-set-left = { $colour }: { $time } of main time left
clock-set-periods = { $colour }: byo-yomi periods left: { $count }
clock-set-turn = { $colour }: { $time } used of the period being read
clock-table = The clocks, and the result that stood, at each of these moments
clock-strip = The clocks over time
clock-strip-reading = A bar is a turn, a tall bar overtime, a dashed line a time when both clocks stood still.
call-left = minutes left: { $count }
call-minutes = minutes: { $count }

## Boards

board-description = Stones and passes that stand: { $moves }; last: { $last }; to play: { $colour }; stones lost: Black { $black }, White { $white }.
board-as-text = The board as text
board-numbers = Numbered are the moves from { $first } on.
board-unnumbered = Stones without a number stood there before move { $first }, or were not put there by a move.
board-triangle = △ marks what the disputed entry is about.
board-square = □ marks what the decision changes on the board.
board-ring = A ring marks the last move.
scene-before = Before entry #{ $entry }
scene-at = At entry #{ $entry }
scene-decided = After decision { $decision }

## Articles and findings

article-summary-unofficial = Summary (unofficial):
article-of-event = A clause of the event's own regulations
article-source = Quoted from the Chinese text of edition { $edition }, misprints kept; SHA-256 of the text:
finding-left-open = The article leaves it open.
finding-status-open = open
finding-status-ruled = ruled as the article allows
finding-status-departed = ruled otherwise than the article allows
finding-status-lapsed = lapsed
finding-status-automatic = takes effect by itself
decider-automatic = nobody: it takes effect by itself
decider-arbiter = the arbiter
decider-chief-arbiter = the chief arbiter
window-next-move = before the opponent's next move
window-any-move = before the next move of either side
window-colour-swap-last-move = up to the move that the rules name
window-cycle-broken = until a new position breaks the cycle
window-game-end = until the game is finished
window-never = at any time
window-complaint = raised in time:
evidence-bytes = size in bytes: { $bytes }
evidence-open = open
evidence-restricted = restricted
evidence-file-awaited = not there: it has not come
evidence-file-kept = kept
evidence-file-deleted = deleted

## Breaches

breach-take-back = take-back
breach-stone-dropped = stone dropped
breach-stone-displaced = stone displaced
breach-board-scattered = board scattered
breach-phone-rang = phone rang
breach-phone-viewed = phone looked at
breach-smoking = smoking
breach-talk = talk
breach-consultation = consultation
breach-disturbance = disturbance
breach-left-game = left the game
breach-stalling = stalling
breach-match-fixing = match fixing
breach-ceremony-missed = ceremony missed
breach-phone-used = phone used in the playing area
breach-other = other
pause-schedule = as scheduled
pause-ruling = for a ruling
pause-fault = something is broken
pause-consent = by consent of the players

## Appeals

appeal-status-filed = filed
appeal-status-seated = before the committee
appeal-status-decided = decided
appeal-status-withdrawn = withdrawn
appeal-outcome-upheld = upheld
appeal-outcome-partly-upheld = partly upheld
appeal-outcome-dismissed = dismissed
appeal-outcome-out-of-time = out of time

## Entries by their types

event-tournament-opened = Tournament opened
event-regulations-supplemented = Regulations supplemented
event-official-appointed = Official appointed
event-official-relieved = Official relieved
event-team-registered = Team registered
event-player-registered = Player registered
event-lineup-declared = Line-up declared
event-lot-committed = Lot committed to
event-lot-drawn = Lot drawn
event-round-paired = Round paired
event-pairing-changed = Pairing changed
event-player-withdrew = Withdrawal
event-sanction-imposed = Sanction
event-sanction-lifted = Sanction lifted
event-standings-published = Standings published
event-round-closed = Round closed
event-tournament-closed = Tournament closed
event-nigiri-held = Nigiri
event-player-arrived = Player arrived
event-player-absent = Player absent
event-game-started = Game started
event-stone-played = Stone played
event-turn-passed = Pass
event-captives-lifted = Captives lifted
event-clock-pressed = Clock pressed
event-clock-read = Clock read
event-byoyomi-read = Byo-yomi call
event-seat-left = Seat left
event-seat-retaken = Seat retaken
event-breach-observed = Breach observed
event-complaint-raised = Complaint
event-consent-given = Consent
event-game-paused = Game paused
event-game-resumed = Game resumed
event-times-confirmed = Times confirmed
event-clock-fault-found = Clock fault found
event-relief-requested = Relief requested
event-move-sealed = Move sealed
event-seal-opened = Sealed move opened
event-end-proposed = End proposed
event-end-agreed = End agreed
event-end-declined = End declined
event-dead-stones-agreed = Dead stones agreed
event-life-disputed = Life disputed
event-contested-point-found = Contested points found
event-board-counted = Board counted
event-recount-requested = Recount requested
event-resigned = Resignation
event-result-confirmed = Result confirmed
event-ruling-made = Ruling
event-warning-issued = Warning
event-admonition-given = Admonition
event-penalty-imposed = Penalty
event-entry-inserted = Missed entry inserted
event-entry-corrected = Entry corrected
event-statement-taken = Statement
event-evidence-attached = Evidence
event-appeal-filed = Appeal filed
event-panel-seated = Appeals committee seated
event-appeal-decided = Appeal decided
event-appeal-withdrawn = Appeal withdrawn

## Names of fields

label-about = About
label-accepted = Accepted
label-after = After
label-against = Against
label-allowed = The article allows
label-announced = Announced
label-answers = Answers
label-appeal-by = Appeal by
label-area = Area
label-article = Article
label-as-of = As of
label-authority = Authority
label-by = By
label-call = Called
label-corrects = Corrects
label-decided-by = Decided by
label-decision = Decision
label-decides = Whose to decide
label-window = To be raised
label-departure = Departure
label-detected = Noticed
label-edition = Rule book
label-effect = Effect
label-entry = Entry
label-evidence = Evidence
label-file = File
label-facts = Facts
label-finding = Finding
label-from = From
label-game = Game
label-games = Games
label-grounds = Grounds
label-hand = Hand
label-happened = Happened
label-intent = Intent
label-kind = Kind
label-leave = Leave
label-lifted = Taken off
label-moment = Moment
label-names = Articles named
label-orders = Orders
label-outcome = Outcome
label-panel = Members
label-points = Points
label-read-as = Read as
label-read-to = Read to
label-reading = Clock showed
label-reasons = Reasons
label-recorded-by = recorded by
label-recused = Stepped aside
label-relief = Relief asked
label-result = Result
label-result-now = Result now
label-ruled = Ruled
label-ruling = Ruling
label-says-dead = Says dead
label-sha256 = SHA-256
label-signatures = Signatures
label-stands = Stands
label-statement = Statement
label-status = Status
label-stone = Stone
label-text = Said
label-times = Time zone
label-tournament = Tournament
label-until = Until
label-voiced-by = Voiced by
label-vote = Vote
label-whom = Concerns
label-with = Together with

## The dossier of an appeal

dossier-title = Dossier of appeal { $appeal }
dossier-game = Round { $round }, board { $board } ({ $game })
dossier-as-of = entry #{ $seq } of the ledger, accepted { $time }
dossier-decisions = The decisions, one after the other
dossier-no-decision = Nothing has been decided yet.
dossier-stands = stands
dossier-overturned = overturned by { $by }
dossier-story = The story, in order
dossier-disputed = what is disputed
dossier-departure = The ruling departs from what the article allowed at that time.
dossier-boards = The board and the clocks
dossier-not-named = The ruling names no entry that it is about: shown is the last move before it.
dossier-articles = The articles cited
dossier-no-article = No article is cited.
dossier-entries = The entries cited
dossier-hash-rule = An entry's hash is the SHA-256 of a zero byte and the entry's bytes. The bytes stand in the file of this dossier, so that anyone can compute it again.
dossier-head = The ledger's last entry was #{ $seq }, with hash { $hash }.
dossier-bytes = The bytes of the entries
dossier-checkpoint = The entries are proved by the signed checkpoint of { $origin } over { $size } entries, root { $root }.
dossier-unsigned = No signed checkpoint covers the entries of this dossier yet.
dossier-proofs = The proofs of the entries (C2SP tlog-proof)

## The frame of the pages

page-skip = Skip to the content
page-way = Where you are
page-ledger = Ledger
page-size = Size
page-entries = entries: { $size }
page-last-hash = Hash of the last entry
page-check = Whoever has the data folder checks it all with this command:
page-language = Language
page-events = Tournaments
page-no-events = There is no tournament here that you may read.
page-for-programs = For programs
page-keys = Keys
page-keys-only-show = Keys only show things: none of them records anything.
page-letter-keys = Keys of a single character are on
page-close = Close
page-round = Round { $number }
page-board = Board { $number }
page-rounds-of = round { $rounds } of { $of }
page-closed = closed
page-under-way = under way
key-help = this help
key-close = close what is open

## Signing in

sign-in = Sign in
sign-out = Sign out
sign-as = Signed in as
sign-keeper = keeper of the service
sign-refused = That did not sign you in
sign-explained = Officials sign in with the token that the keeper of the service gave them. Whoever only looks on needs none.
sign-token = Token

## Problems

problem-meaning = What this means
problem-trace = Trace
problem-again = The same request may go through later.
problem-not-again = The same request will not go through later either.
problem-code = Code
problem-status = HTTP status

## Tournaments

page-parts = Parts of this page
page-rounds = Rounds
page-no-rounds = No round has been paired yet.
page-not-opened = This ledger holds no tournament.
page-players = players: { $players }
page-starts = Starts:
page-boards-of = Boards of round { $number }
page-board-short = Board
page-round-short = Round
page-pairing = Black, White
page-moves = Moves
page-byes = Without an opponent:
page-open-findings = open: { $count }
page-nigiri = nigiri decides
page-standings-after = Standings after round { $number }.
page-origin = Each number leads to where it comes from.
page-place = Place
page-name = Name
page-rank = Rank
page-number = No.
page-separated = Separated from the next by
page-open-games = Not settled yet:
page-provisional = Not confirmed by all:
page-appealed = Under appeal:
page-lifted = lifted
page-cross-signs = 12+b: beat number 12 with Black; − lost, = drew, # both lost, x cancelled, ! not played.
page-by = By
key-round = round before, round after
tab-boards = Boards
tab-standings = Standings
tab-crosstable = Crosstable
tab-moves = Moves
tab-clock = Clocks
tab-timeline = Timeline
tab-findings = Findings
game-status-paired = paired
game-status-playing = being played
game-status-paused = paused
game-status-sealed = adjourned, move sealed
game-status-ending = ended by the players
game-status-counting = being counted
game-status-finished = finished
game-status-confirmed = confirmed
explain-title = { $name }: place { $place } after round { $round }
explain-bouts = What counts, round by round
explain-opponent = Against
explain-points = Points
explain-worth = Opponent brings
explain-bye = bye
explain-sums = Sums
explain-in-force = this event's reading; highest points { $highest }
explain-otherwise = the other reading; highest points { $highest }
explain-order = What orders the places
explain-above = Separated from the row above,
explain-below = Separated from the row below,
explain-nothing = nothing: they share the place
bout-won = won
bout-drew = drew
bout-lost = lost
bout-both-lost = both lost
bout-cancelled = cancelled
basis-played = played
basis-sanction = by a sanction
basis-withdrawal = by a withdrawal

## A game

game-board = Board
game-to-play = to play
game-at-move = The board after move { $number }
game-lost-stones = stones lost: { $count }
game-warnings = warnings: { $count }
game-replayed-as = Played again as
game-ruling-published = Ruling { $ruling } was published: { $outcome }
game-steps = Moves back and forth
game-first = First position
game-back-ten = Ten moves back
game-back = One move back
game-on = One move on
game-on-ten = Ten moves on
game-last = The present
game-move = Move
game-go = Go
game-looks = How the board looks
game-coordinates = Coordinates
game-numbers = Move numbers
game-turned = From the other side
game-incidents = Incidents
game-incident-before = Incident before
game-incident-after = Incident after
game-no-moves = No stone has been played.
game-voided = Taken back by rulings:
game-clocks-at = The clocks after move { $number }
game-to-call = To be called, if play goes on
game-no-clock = This game has no clock times over which a strip could be drawn.
game-nothing = Nothing has happened yet.
game-part = { $from } to { $to } of { $all }
game-parts = Parts of the timeline
game-earlier = Earlier
game-later = Later
game-amended = corrected
game-no-findings = The rule book finds nothing, and nothing was ruled.
game-findings = Findings and rulings
game-overturned = overturned
game-fold = Fold all
game-unfold = Unfold all
penalty-name-forfeit-turn = one turn lost
penalty-name-deduct-zi = zi taken off
penalty-name-deduct-time = time taken off
penalty-name-lose-game = game lost
event-overturned = Overturned
event-struck-out = Struck out
event-set-apart = Set apart
key-step = one move back, one move on
key-ten = ten moves back, ten moves on
key-ends = first position, the present
key-go-to = go to a move
key-incident = next incident, incident before
key-fold = fold all, unfold all
key-coordinates = coordinates
key-numbers = move numbers
key-turn = see the board from the other side
key-tab = moves, clocks, timeline, findings

## Standings

criterion-total-score = total score
criterion-points = points
criterion-opponents = sum of opponents' points
criterion-beaten = points of those beaten
criterion-warnings = warnings
criterion-wins = games won
criterion-direct = direct encounter
criterion-sos = sum of opponents' points (SOS)
criterion-sos1 = SOS without the lowest
criterion-sos2 = SOS without the two lowest
criterion-sosos = sum of opponents' sums (SOSOS)
criterion-sodos = points of defeated opponents (SODOS)
criterion-cumulative = points summed up round by round
criterion-boards = board by board
criterion-rating = rating
criterion-playoff = play-off
criterion-lot = lot
criterion-elimination = later put out
unplaced-withdrew-before-start = withdrew before the first round
unplaced-results-void = withdrew early: all results are void
pmax-scored = the highest that anybody has scored
pmax-possible = the highest that could have been scored
format-swiss = Swiss system
format-round-robin = round robin
format-double-round-robin = double round robin
format-multi-round-robin = several round robins
format-knockout = knock-out
format-double-knockout = double knock-out
format-multi-knockout = knock-out after several defeats
format-swiss-knockout = Swiss system with knock-out
format-match = match of several games
format-win-and-stay = win and stay
edition-cn-1988 = Chinese rules of 1988
edition-cn-2002 = Chinese rules of 2002

## The arbiter's table

table-title = Arbiter's table
table-own = Your boards
table-others = Other boards
table-boards = Boards that want an arbiter
table-nothing = No board waits for anything.
table-no-appeals = No appeal is open, and no time for appealing runs.
table-window = Can still be appealed
table-confirm = The result waits to be confirmed
table-clock-out = Time has run out, if nothing was left unrecorded
table-clock-near = The clock comes near its end
table-clock-end = ends at
table-open = Look at it
table-since = Waits since
urgency-overtime = Time
urgency-stopped = Play stopped
urgency-called = Called
urgency-found = Finding
urgency-clock = Clock
urgency-confirm = To confirm

## A case

case-matter = The case
case-not-signed-in = Whoever is to rule signs in first.
case-no-office = Ruling is for the arbiters of this tournament.
case-own-game = Nobody rules on a game that he plays.
case-other-board = This board is not one of yours.
case-chief-decides = This is for the chief arbiter to decide.
case-without-finding = Ruling without a finding
case-article-missing = Choose the article under which you rule.
case-words-missing = Say in a few words what is ruled.
case-reasons-missing = Give your reasons: this departs from what the article allows, or rests on no finding.
case-outcome-missing = Choose one of the outcomes.
case-recorded = Ruling { $ruling } is recorded, from entry #{ $seq } on.
case-window-open = open
case-window-closed = closed
case-moved-on = The game has gone on since this form was made: the effects below may be others by now.
case-reload = Make it anew
case-called = Who called
case-none = No finding is ruled on here: the ruling cites an article and gives its reasons.
case-earlier = Earlier warnings in this game
case-no-warnings = Nobody was warned in this game.
case-rulings = What was ruled
case-decide = Decide
case-settled = This finding was ruled on. A further ruling counts beside the first: what the first imposed stays.
case-again = Rule once more
case-no-session = Rulings are recorded here by whoever signed in on these pages.
case-outcomes = What the article allows, and what each comes to
case-depart = Another decision
case-depart-explained = it departs from the article, is shown as a departure, and needs reasons
case-depart-orders = The orders of another decision
case-orders = What is ordered
case-words = The ruling in a few words
case-choose-article = – choose an article –
case-draft-kept = What you write is kept in this browser until it is recorded.
case-review = Review before recording
case-answers = This ruling answers
case-not-now = Can't be carried out as the game stands:
case-effect-later = The effect is shown in the review, once these values are given.
case-wrong = This could not be taken as it is
case-no-evidence = No statement and no evidence was taken.
case-restricted = Restricted evidence, shown to those alone who have a part in the matter: { $count }
request-open = waits for an answer
request-answered = answered by a ruling
request-void = came too late, and is void
open-to = To which point
open-from = From which point
open-points = Which points
open-entry = Which entry
open-game = Id of the new game
open-colour = Which side
open-black-ms = Black's main time left
open-white-ms = White's main time left
open-black-turn-ms = Used by Black of the period being read
open-white-turn-ms = Used by White of the period being read
open-black-periods = Black's periods left
open-white-periods = White's periods left

## Orders of one's own

own-sides = Warnings and penalties
own-stones = Stones and sides
own-clocks = Clocks
own-game = The game as a whole
own-zi = Taken off { $colour } at counting
own-time = Taken off { $colour }'s time
own-from = Move the stone from
own-to = to
own-remove = Take off the stones on
own-restore = Put { $colour }'s stones back on
own-award = Points that go to { $colour } at counting
own-left = { $colour }'s main time left
own-periods = { $colour }'s byo-yomi periods left
own-turn = Used by { $colour } of the period being read
own-result = The result is
own-replay = Played again, as game
own-overturn = This ruling no longer counts
own-zi-form = Zi in quarters: 1 or 0.25
own-time-form = A time as h:mm:ss or m:ss
own-point-form = A point, as D4
own-points-form = Points, as D4 Q16
own-number-form = A whole number
own-replay-form = An id of small letters, digits and hyphens, as r1-b1-again
own-colour-form = black or white
own-wrong = “{ $value }” could not be read. Expected: { $expected }

## What would follow

effect-what = What
effect-before = As it is
effect-after = As it would be
effect-nothing = Board, clocks, warnings, result and standings stay as they are.
effect-second-warning = This is the second warning: { $colour } loses the game.
effect-departure = This departs from what the article allows.
effect-ruled-before = Ruling { $ruling } on the same finding stands, and keeps its effects.
effect-warnings = Warnings of { $colour }
effect-clock = { $colour }'s clock
effect-off = off the board: { $colour } { $points }
effect-on = on the board: { $colour } { $points }
effect-place = place { $place }, points { $points }
effect-more-places = Further places that change: { $count }
effect-games = Other games that change:
effect-grounds = Decisions or entries that would lose their ground:

## The review before recording

review-title = Review before recording
review-follows = What follows
review-entries = Entries that will be written: { $count }
review-gone-on = Something was recorded in this game since the form was made. What stands here is as of now.
review-board-wrong = Type { $board }, the number of this board.
review-not-confirmed = Tick that you have read and mean this.
review-read = I have read what will be written.
review-confirm = Yes, change board, clocks, warnings or penalties as shown.
review-type = This is grave: it decides the game, departs from the article, or comes on top of an earlier ruling. To record it, type the board's number: { $board }
review-record = Record
review-back = Back, change it

## Somebody was quicker

conflict-title = Not recorded: something came first
conflict-gone-on = The game went on before your ruling was recorded.
conflict-ruled = Somebody ruled on this before you did.
conflict-nothing = Nothing of yours was recorded. Compare both, then decide.
conflict-theirs = What is recorded
conflict-mine = What you were about to record
conflict-since = Recorded in between
conflict-look = Look at the case as it stands
conflict-again-explained = A further ruling counts beside the first: what the first imposed stays.
conflict-again = Rule all the same, once more
conflict-go-on = Review mine on the game as it stands
tab-board = Board
tab-evidence = Evidence
tab-log = Log
key-case-tab = board, clocks, evidence, log
sheet-print = Ruling sheet to print
appeals-title = Appeals
appeals-one = Appeal
appeals-all = All appeals

## Filing, hearing and deciding appeals

appeals-against = Appeal against this
appeals-no-deadline = The regulations set no time for appealing.
appeals-in-time-until = An appeal is in time until
appeals-late-since = The time for appealing ended; an appeal is late since
appeals-who-form = The id of a player, team, official or body:
appeals-no-decision = Choose the decision that is challenged.
appeals-id-form = Small letters, digits and hyphens; unique in this tournament
appeals-by-missing = Say who appeals.
appeals-grounds-missing = Say on which grounds.
appeals-relief-missing = Say what is asked for.
appeals-none = No appeal has been filed.
appeals-late = filed late
appeals-who-files = An appeal is filed here by an arbiter, the chief arbiter or the organiser, for whoever hands it in.
appeals-file = File an appeal
appeals-id = Id of the appeal
appeals-gone-on = Something was recorded in this appeal since the form was made: look at it above before you send once more.
appeals-recorded = Recorded.
appeals-deadline = Time for appealing
appeals-in-time = filed in time
appeals-panel = The committee
appeals-no-panel = No committee is seated yet.
appeals-heard = Statements and evidence
appeals-dossier = Dossier to print
appeals-next = Next steps
appeals-seat = Seat the committee
appeals-state = Take a statement
appeals-attach = Attach evidence
appeals-decide = Decide
appeals-own-ruling = Nobody decides on an appeal against his own ruling.
appeals-withdraw = Record that it is taken back
appeals-own-part = had a part in the ruling
appeals-attach-explained = Evidence attached here is open to everybody who may read this tournament. Choose a file, or give the hash of a file that is handed in elsewhere.
appeals-evidence-id = Id of the evidence
appeals-evidence-title = What it is
appeals-evidence-bytes = Size in bytes
appeals-evidence-type = Media type, as video/mp4
appeals-withdraw-sure = Whoever appealed takes it back; it stays in the record.
appeals-not-yours = This step is not yours to record.
appeals-members-missing = Choose who sits on the committee.
appeals-both = { $who } can't both sit and step aside.
appeals-statement-missing = Say who stated what.
appeals-file-missing = Choose a file, or give its SHA-256 and its size.
appeals-orders-explained = Orders are carried out where the appeal is upheld, in whole or in part; otherwise the ruling stands as it is.
appeals-for = Votes for
appeals-votes-against = Votes against
appeals-reasons-missing = Give the reasons of the decision.
appeals-type = A decision ends the appeal and can't be taken back. To record it, type { $mark }
appeals-type-wrong = Type { $mark } to record the decision.

## Sheets for paper

sheet-ruling = Ruling
sheet-appeal-form = Appeal form to print
sheet-do-print = Print
sheet-arbiter = Arbiter
sheet-chief = Chief arbiter
sheet-made = made
sheet-appellant = Signature of whoever appeals
sheet-received = Received by, date and time
sheet-appeal = Appeal
