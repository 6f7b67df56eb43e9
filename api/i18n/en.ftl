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

# An anti-cheating review: its report and its page.
review-title = Review {$review}: report
review-not-a-verdict = This report gives figures and what they rest on. It says of nobody what they did. What follows from it is for those who decide.
review-done = What was done
review-figures = Figures beside what they are compared with
review-moves = Moves that matter
review-clears = What speaks for the player
review-limits = Limits of the method
review-course = Course of the review
review-notes = Reviewers' notes
review-answers = What the player says
review-conclusions = Conclusions and appeals
review-evidence = Evidence
review-player = Player {$label}
review-tournament = Tournament
review-occasion = Occasion
review-question = Question
review-reviewers = Reviewers
review-games = Games
review-standard = Standard of proof
review-opened-at = Opened
review-status = Status
review-status-open = open
review-status-concluded = concluded
review-status-appealed = appealed
review-method = Method {$number}: {$name}
review-method-rule = Left out before anything is counted: moves 1 to {$opening}; moves where one side wins at least {$settled} % of the time; moves where every other one loses {$forced} points or more beyond the first; positions looked at fewer than {$visits} times. As good as the first choice: {$near} points or less lost. Quick: under {$quick} ms. Figures of fewer than {$moves} moves are not given; a z-score needs {$group} members.
review-method-changed = changed: {$reason}
review-engine = Engine
review-engine-said = {$program} {$version}, network {$network}, {$visits} visits a position, {$when}
review-no-engine = No engine's answers are at hand: there are figures of time alone.
review-group = Reference group
review-group-said = {$name}: {$members} members
review-no-group = None is named or at hand: nothing is compared with one.
review-computed = Computed by {$program} from the tournament's log up to entry {$seq}.
review-figure = Figure
review-whose-subject = in these games
review-whose-opponent = opponents
review-whose-other-games = other games
review-whose-reference = reference group
review-z = z-score
review-too-few = too few (n {$n})
review-value = {$value} ± {$spread} (n {$n})
review-figure-time-mean-s = time a move, mean (s)
review-figure-time-median-s = time a move, median (s)
review-figure-quick-share = share of quick moves
review-figure-time-variation = unevenness of times (spread / mean)
review-figure-time-unknown-share = share of unknown times
review-figure-time-choice-correlation = time against how much there was to choose (rank correlation)
review-figure-first-choice-share = share of the engine's first choice
review-figure-first-choice-weighted = the same, weighted by how much there was to choose
review-figure-near-equal-share = share as good as the first choice
review-figure-rank-mean = rank among the engine's choices, mean
review-figure-points-lost-mean = points lost a move, mean
review-figure-left-out-share = share of moves left out
review-times-drawn = How many moves took how long
review-members-drawn = {$figure}: the group, and the player
review-no-moves = No move is singled out.
review-move = {$game}, move {$number}: {$point}
review-move-said = rank {$rank}, {$lost} points lost, {$choice} points to choose, time {$time}
review-move-first = A: the engine's first choice
review-unknown = unknown
review-moves-rule = Shown are, for each player, the moves that count at which most was to choose: {$count} that agree with the first choice and {$count} that lost most.
review-absences = Absences
review-absence = {$game}: away from {$from} to {$until}, next move {$next}, {$choices}
review-absence-none = No absence is recorded.
review-absence-rank = of the engine's choices the {$rank}.
review-absence-unranked = none of the engine's choices, or unknown
review-clear-within = {$figure}: {$value} lies within one spread of the reference group (z {$z}).
review-clear-other = {$figure}: {$value}, in the player's other games {$other}.
review-clear-opponent = {$figure}: {$value}, the opponents in the same games {$other}.
review-clear-lost = {$count} of the {$of} moves that count lost {$points} points or more each.
review-clear-seat = No absence from the board is recorded in these games.
review-clear-none = Nothing of this kind follows from the figures; that says nothing against the player either.
review-limit-agreement = Agreement with an engine tells how a move was, not how it was found. Strong players agree often, and in some games nearly always.
review-limit-chosen = A threshold or a stretch of moves chosen after the figures are seen proves nothing. The method above was fixed before; each change is told.
review-limit-engine = Another engine, network or number of visits gives other figures. Few visits make the engine's choices uncertain.
review-limit-moves = Moves of one game depend on each other: the spread of a single game tells less than its number of moves suggests.
review-limit-many = Whoever looks at many players finds unusual figures by chance alone. A z-score says how far a figure lies from a group, and nothing of its cause.
review-limit-time = Times are those of the log. Where it does not tell one, it is unknown and not counted; presses entered late shift time between moves.
review-note-sealed = sealed, not open yet
review-note-none = none yet
review-declined = asked, and chose to say nothing
review-asked = asked: {$put}
review-conclusion-not-met = the standard of proof is not met
review-conclusion-referred = referred, with the evidence, to those who decide
review-conclusion-undetermined = too little to tell
review-concluded-by = {$conclusion} (by the standard: {$standard})
review-rests-on = rests on entries: {$entries}
review-appeal = Appeal
review-until = deleted on {$date}
review-names-blind = Players are called by letters until their labels are revealed.
review-print = Report for print
review-page = Fair-play review
review-looks = Who looked
review-looks-said = Each look at this page is recorded in the review's ledger.
review-times-strip = Time a move
review-recorded = Figures as recorded
review-recorded-none = None is recorded yet.
