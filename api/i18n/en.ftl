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
event-review-opened = Review opened
event-method-changed = Method changed
event-analysis-recorded = Analysis recorded
event-note-sealed = Note sealed
event-note-opened = Note opened
event-labels-revealed = Names revealed
event-answer-taken = Answer taken
event-review-concluded = Review concluded
event-appeal-taken = Appeal
event-appeal-answered = Answer to the appeal
event-data-seen = Look recorded
event-token-used = Another token used

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
label-stand = On the facts
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
dossier-checkpoint = The entries are proved by the signed checkpoint of { $origin } over { $size } { $size ->
        [one] entry
       *[other] entries
    }, root { $root }.
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
page-verify = Whoever trusts nobody here verifies a copy on a machine of his own:
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
sign-out-unheard = The service does not answer: you may still be signed in. Nothing was removed from this device. Try again when there is a network.
sign-as = Signed in as
sign-keeper = keeper of the service
sign-refused = That did not sign you in
sign-explained = Officials sign in with the token that the keeper of the service gave them. Whoever only looks on needs none.
sign-token = Token

## Problems

problem-meaning = What this means
problem-as-it-is = This page without what was asked of it
problem-ways = Where to go on
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
page-cross-signs = 12+b: beat number 12 with Black; − lost, = drew, # both lost, x cancelled, ! not played, ? no result yet.
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
explain-left-out = left out:
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
game-replay-of = Replay of
game-ruling-published = Ruling { $ruling } was published: { $outcome }
game-steps = Moves back and forth
game-search = Search this game's entries
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

## The auditor's desk

desk-parts = Parts of the auditor's desk
desk-audit = Audit
desk-entries = Entries
desk-copy = Copy
desk-copied = Copied
state-checkpoint = checkpoint
state-unsigned = nothing signed yet
state-last-checkpoint = Last checkpoint
state-last-audit = Last audit, by this service itself
state-no-audit = none since the ledger was opened
audit-verdict-sound = sound
audit-verdict-remarks = sound, with remarks
audit-verdict-broken = broken
audit-of = audit of the first { $size ->
        [one] entry
       *[other] { $size } entries
    }
audit-made = made
audit-since = Entries recorded since then: { $count }. They are not part of this audit.
audit-again = Audit again
audit-running = The audit is under way. It runs beside the service, which goes on answering.
audit-waiting = Another audit or bundle is under way, and no more are made at once. This one waits its turn.
audit-look-again = Look again
audit-for-programs = the same for programs (JSON)
audit-ladder = The checks, in order
audit-ladder-reads = Each step rests on those above it. A check that was not made says why; it is not a sound one.
audit-holds = What holds where it is sound
audit-times-made = Times made
audit-first = First at
audit-found = What was found
audit-in-english = In English
audit-nothing = Nothing was found.
audit-more = Not shown here: { $count }. Programs get them all.
audit-severity = Weight
audit-games = Finished games: { $games }; with a result stated or confirmed: { $stated }; coming out otherwise: { $differ }
audit-follows = follows from the facts:
audit-recorded = recorded:
audit-yourself = Check it yourself
audit-yourself-why = What stands above was computed by the service that is being examined. On a machine of your own, without a network, the same checks need nothing of it but the bundle:
audit-key-from-elsewhere = The key should have come to you by another way than this page: from the federation, by telephone, on paper.
audit-yourself-here = The service's own audit from the command line:
audit-part-bundle = The file
audit-part-schemas = Bytes and form of each entry
audit-part-chain = The chain of entries
audit-part-tree = The Merkle tree
audit-part-signatures = Signatures of checkpoints
audit-part-acceptance = Whether each entry could be accepted
audit-part-games = Results, played through again
audit-part-standings = Standings, computed again
audit-part-attachments = What lies beside the log
check-state-sound = sound
check-state-remarks = remarks
check-state-broken = broken
check-state-unchecked = not checked
severity-note = note
severity-remark = remark
severity-error = error
print-certificate = Certificate for print
check-container = The file holds the parts of a bundle, each once, under plain names, and as long as announced.
check-manifest = The bundle says which entries of which ledger it holds, and holds those.
check-canonical = Each entry is written in the one canonical form (RFC 8785) and is not too long.
check-envelope = Each entry has the fields of an entry, and no others.
check-payload = Each entry's data fit the schema of its type, in the version that it names.
check-ledger = Each entry is one of this ledger.
check-order = The entries are numbered from 0 without a gap, each one once.
check-prev = Each entry carries the hash of the one before it.
check-stream-prev = Within its stream too, each entry carries the number and hash that follow.
check-recorded-at = The server's clock never ran backwards.
check-at = Nothing is told to have happened later than it was recorded.
check-ids = No two entries have the same id.
check-opening = The first entry opens the tournament.
check-edition = The rule book is known, and its file is the one whose hash was recorded.
check-round-heads = Each round was closed over the games as they stand here, to their last entry.
check-rights = Each author had the right, at that time, to record the entry.
check-submitted-by = Whoever handed an entry in was its author, or might hand it in for them at that time.
check-articles = Each article cited stood in the rule book or among the event's clauses at that time.
check-possible = Each entry could have happened as it tells, after those before it.
check-known-heads = The ledger goes on from every state of it that was seen before.
check-root = The entries are those over which the checkpoint was signed.
check-earlier-roots = The ledger goes on from every earlier checkpoint of it.
check-kept-tree = The tree that the store keeps, from which it gives proofs, is the one over the entries.
check-proofs = Each single proof leads from its entry to its checkpoint.
check-origin = The checkpoint is one of this ledger.
check-signed = The checkpoint is signed, once, with the key that is trusted.
check-keys = Each new key was announced with the one before it.
check-witnessed = As many witnesses as are asked for have cosigned the checkpoint.
check-witness-times = What was recorded lies before and after the witnesses' times as it should.
check-schema-files = The schemas in the bundle are those that were published.
check-edition-files = The rule book in the bundle is the one whose hash was recorded.
check-evidence = Each document has the bytes whose hash was recorded.
check-people = Each person's record is the one to which an entry commits.
check-recorded-head = The ledger ends where its store says that it ends.
check-published = Standings that were announced are those that follow from what was known then.

## Entries, one by one

desk-corrections = Corrections
stream-tournament = Tournament
stream-game = Games
stream-appeal = Appeals
stream-log = The ledger itself
event-checkpoint-witnessed = Checkpoint witnessed
event-key-announced = Key announced
event-ledger-anchored = Ledger anchored
event-evidence-received = Evidence received
event-evidence-deleted = Evidence deleted
event-person-erased = Person's record erased
label-hash = Hash
key-search = search
key-entry = entry before, entry after
entries-filter = Filter the entries
entries-more = More filters
entries-text = Text
entries-type = Type of entry
entries-any = any
entries-stream = Stream
entries-since = Accepted since
entries-until = Accepted until
entries-happened-since = Happened since
entries-happened-until = Happened until
entries-chain = All that belongs to entry
entries-several = In several streams
entries-order = Order
entries-newest = newest first
entries-oldest = oldest first
entries-look = Look
entries-all = All entries
entries-time-hint = Times as 2026-05-01T09:30, by the clocks of
entries-found = Shown: { $count }; looked at: { $looked }
entries-go-on = Go on
entries-look-on = Look on from there
entries-no-more = There are no more.
entry-says = What it says
entry-changed = What it changed
entry-related = Entries that belong to it
entry-proof = Hash and proof
entry-bytes = The bytes, as hashed
entry-beside = Entries beside it
entry-in-stream = in
entry-version = version
entry-handed-in = handed in by
entry-hash-same = The hash from elsewhere is this entry's:
entry-hash-other = The hash from elsewhere is NOT this entry's:
entry-citing = entries that cite it
entry-what-if = What if it fell?
entry-chain = All that belongs to this entry
entry-names = It names:
entry-named-by = It is named, corrected or overturned by:
entry-prev = Hash of the entry before it
entry-stream-prev = The same in its stream
state-checkpoint-of = Covered by the checkpoint
entry-not-covered = no signed checkpoint covers it yet
entry-proof-file = Take the proof along (C2SP tlog-proof)
entry-raw-file = take the bytes along
entry-changes-nothing = Nothing in these views.
beside-what = What
beside-before = Before
beside-after = After
board-square-changed = □ marks the points that differ:
proof-here = Your browser can check that this entry is in the tree of that checkpoint: it hashes the bytes itself and climbs from the leaf to the root. Paste a proof that you have from elsewhere to check that one.
proof-text = Proof (C2SP tlog-proof)
proof-check = Check it here
proof-sound = The proof leads from the bytes of this entry to the root of its checkpoint.
proof-no-form = This is no proof: the text does not have the form of one.
proof-other-index = This is the proof of another entry.
proof-other-root = The proof proves nothing: it leads to another root than its checkpoint has.
proof-other-hash = The bytes that the service gave have another hash than this page says.
proof-wrong-length = The proof proves nothing: it has too few or too many hashes for a tree of that size.
proof-insecure = This browser computes hashes only over https or on the machine of the service itself. Use fupan verify, or the steps of verify-by-hand.
proof-unread = The bytes of the entry could not be fetched.
proof-no-script = Checking here needs the page's script.
proof-not-signed = Who signed the checkpoint is not checked here: fupan verify does that, with a key that came to you by another way.
corrections-what = What was read otherwise later: corrected, struck out, inserted, taken back by a ruling, overturned. The entries themselves stay as they were.
corrections-none = Nothing of that kind in this part of the ledger.
corrections-was = As it was recorded
corrections-is = As it is read now
corrections-nothing = nothing was recorded
desk-check = Check it all:

## What if

desk-whatif = What if
supposed-what = What is beside what would be, if decisions or entries fell or others came. Nothing is recorded by asking.
supposed-falls = What falls
supposed-no-decisions = Nothing has been decided in this ledger.
supposed-other = Another entry, by its id or number
supposed-with = Drafts that come after what is there, one a line (JSON)
supposed-ask = Ask
supposed-nothing-written = Nothing is recorded.
supposed-refused = This can't be supposed
supposed-answer = The answer
supposed-overturned = would be overturned
supposed-struck-out = would not have happened
supposed-replaced = would have been another
supposed-comes = comes:
supposed-no-game = No game and no appeal would be otherwise.
supposed-impossible = What then could not have happened as it was recorded
supposed-lost-grounds = What stands, but would rest on something else
supposed-not-there = not there
supposed-is = As it is
supposed-would-be = As it would be
supposed-warnings-of = Warnings of { $colour }
supposed-all-values = Every value that differs, as programs get it
supposed-no-standings = There are no standings to compare.
supposed-same-place = In the same place: { $count }
differs-lines = Lines of the board
differs-komi = Komi
differs-tie-breaks = Order of the standings
differs-format = How it is played
differs-regulations = Other regulations
differs-below = see the values below
differs-place = Place
differs-players = Players
differs-teams = Teams
differs-yes = yes
differs-no = no
differs-games = games: { $count }
differs-heard = Statements taken
differs-admonitions = Admonitions of { $colour }
differs-lost = Stones that { $colour } has lost
differs-stones = Stones of { $colour } on one side only
differs-last = Last move
page-appeal = Appeal
entry-hash-rule = An entry's hash is the SHA-256 of a zero byte and these bytes.

## Sheets for print

print-how = Made for paper: print it with the browser, without the browser's own header and footer. Each page bears what it rests on and where that can be checked.
print-sheets = For print:
print-round = Round sheet
print-slips = Result slips
print-standings = Standings and crosstable
print-record = Game record
print-per = Diagrams of { $count } { $count ->
        [one] move
       *[other] moves
    }
print-diagram = Moves { $from }–{ $to }
print-after = After move { $number }: { $what }
print-void = { $colour } { $point } void
print-printed = printed
print-by-how-much = By how much, or how:
print-mark-winner = Mark the winner; both players and the arbiter sign.
print-certificate-title = Certificate of an audit
print-no-audit = This ledger was not audited here yet.
print-key = Verifier key
print-found = errors: { $errors }, remarks: { $remarks }, notes: { $notes }
game-rulings = Rulings
audit-left-out = not checked: { $count }

## Signed states, and a round over time

desk-timeline = Timeline
desk-checkpoints = Checkpoints
signed-what = The states of this ledger that the service signed: the first that covers each ruling, each decision of an appeal and each end of a round, the last with witnesses, and the last.
signed-earlier = Earlier
signed-later = Later
signed-compare = Compare
signed-compared = From { $from } to { $to } { $to ->
        [one] entry
       *[other] entries
    }
signed-goes-on = The later state goes on from the earlier one: nothing before it was changed.
signed-proof = The hashes that lead to both roots
signed-between = Entries between them: { $count }
signed-counted = Counted are the first { $count }.
signed-kept = A checkpoint that you kept
signed-kept-what = Paste it to see whether this ledger goes on from it. Then nothing before it was changed since you got it.
signed-note = Signed checkpoint
signed-hold = Hold it against the ledger
signed-holds = This ledger goes on from it, and a key of this service signed it.
signed-holds-unsigned = This ledger goes on from it, but no key of this service signed it.
signed-other-history = This ledger has another history: its root at that size is
signed-other-ledger = It is a checkpoint of another ledger:
signed-beyond = It covers more entries than this ledger has signed for:
signed-no-note = This is no signed checkpoint.
signed-along = To take along
signed-bundle = The whole ledger with its proofs as one file
signed-csv = All entries as a table (CSV)
signed-all = All checkpoints that are kept
signed-single = The proof of a single entry is on that entry's page.
lanes-asked = breach, complaint, request
lanes-decided = decision
lanes-corrected = correction
lanes-other = anything else
lanes-description = Lanes: { $lanes }; incidents: { $incidents }. They are listed below.
lanes-boards = More boards
lanes-before = Boards before
lanes-after = Boards after
lanes-whole = The whole round
lanes-part = Which part of the round
lanes-closer = Closer
lanes-wider = Wider
lanes-folded = A shaded band is a time without any entry, folded.

# The recorder's console
record-title = Record the game
record-no-script = Recording needs JavaScript, which is off here. The board below is as it was when this page was opened.
record-sign-in = To record, sign in as an official who has this board.
record-no-right = You may not record this game: that is for a recorder or arbiter of this board.
record-deck = What is recorded
record-log = Last entries
record-to-game = The game's page
record-points = The board, point by point
record-whose = Whose stone
record-nudge = Move the proposed stone
record-nudge-left = One point to the left
record-nudge-right = One point to the right
record-nudge-up = One point up
record-nudge-down = One point down
record-otherwise = Lifted otherwise
record-withdraw = Not this point
record-place-none = Tap a point
record-place = Place { $stone }
record-place-lifting = Place { $stone }, lift { $count }
record-place-press = Place { $stone } and press
record-place-press-sure = Place { $point } for { $colour } and press the clock of { $colour } now?
record-press = Press the clock: { $colour }
record-press-it = Pressed
record-press-early = { $colour } has not played a stone in this turn. Was the clock really pressed?
record-press-sure = { $colour } pressed the clock now?
record-press-black = Black pressed the clock
record-press-white = White pressed the clock
record-start = Start the game
record-start-it = The game starts now
record-resume = The game goes on
record-dead = Mark dead stones
record-count = Record the count
record-confirm = Confirm the result
record-confirm-it = It is confirmed
record-disputed = They disagree
record-disputed-it = Record the dispute
record-dead-says = Who says that they are dead
record-cancel = Cancel
record-more = What else happens
record-quick = What cannot wait
record-pass = Pass
record-who-passes = Who passes
record-pass-it = Record the pass
record-pass-press = Pass and press the clock
record-resign = Resign
record-who-resigns = Who resigns
record-resign-it = Record the resignation
record-pause = Pause
record-why = Why
record-why-schedule = The timetable says so
record-why-ruling = The arbiter is ruling
record-why-fault = Something is broken
record-why-consent = Both players wish it
record-whose-turn = Whose turn it is
record-arbiter = Arbiter
record-arbiter-it = Call the arbiter
record-who-calls = Who calls
record-i-call = I do, as the recorder
record-for = What for
record-for-complaint = A complaint or a question
record-for-relief = The overtime is to count as a pass
record-wrong-applies = Choose which player applies.
record-said = What was said, if anything
record-stop-clocks = The clocks are stopped
record-calls = calls the arbiter
record-wrong-stopped = The game is not running: choose which player calls.
record-end = End
record-propose-end = Record the proposal
record-who-proposes = Who proposes the end
record-given-up = and gives up the rest of the contest
record-proposed-by = { $colour } proposes the end.
record-agrees = The other side agrees
record-declines = Declined, play goes on
record-undo = Undo
record-which = Which entry was keyed wrongly
record-instead = The stone was really at
record-because = What was wrong
record-because-point = Wrong point
record-because-side = Wrong side
record-because-not = It did not happen
record-because-other = Something else
record-reason = In words
record-on = Next
record-back = Back
record-undo-it = Correct the entry
record-stays = The entry stays in the record; it is only read otherwise from now on.
record-undo-instead = { $entry } will be read as: { $instead }
record-undo-struck = { $entry } will be read as not having happened.
record-undo-none = There is nothing that you may correct.
record-undo-nothing = it never happened
record-instead-help = Leave it empty to touch the point on the board next.
record-help-instead = { $entry } was keyed wrongly: tap the point where the stone really was.
record-place-instead = It was at { $stone }
record-undo-press = Its press of the clock too: { $entry }
record-undo-asking = What that comes to is being asked…
record-undo-turn = Then { $colour } is to play.
record-undo-clock = Then { $colour } is to play, and the clock of { $who } runs.
record-undo-finds = The rule book then finds: { $entry }
record-undo-finds-not = No longer found: { $entry }
record-undo-impossible = Later entries that could then not have happened: { $count }
record-undo-refused = The service would refuse that: { $why }
record-undo-unasked = The service does not answer now. What else the rule book finds then shows once this is sealed.
record-other = More
record-captives = Captives were lifted later
record-read-clock = The clock was read
record-read-help = What the clock shows as main time left, as 1:05:30 or 0:48. Leave a side out if it was not read.
record-read-it = Record the reading
record-black-left = Black has left
record-white-left = White has left
record-arrivals = A player comes or is missing
record-whom = Which player
record-there = What is so
record-there-now = Came to the board
record-not-there = Is not there
record-arrival-it = Record it
record-contested = A contested point was found
record-recount = A recount is asked for
record-who-asks = Who asks
record-recount-it = Record the request
record-counted = Whose area was counted
record-area = Area in zi, as 184 or 184 1/2
record-confirmed-by = Who has confirmed it
record-me = I, as an official
record-official = an official
record-confirm-missing = Still missing: { $who }.
record-confirm-so-far = Confirmed so far: { $who }.
record-result-waits = The result is worked out as soon as the count is sealed.
record-result-resigned = { $colour } wins by resignation
record-nigiri = Nigiri decides who takes black.
record-holder = Who held the white stones
record-stones = How many there were
record-guess = The other's guess
record-odd = Odd (one stone)
record-even = Even (two stones)
record-nigiri-it = Record nigiri
record-black = Who sits at black
record-handicap = Handicap stones
record-handicap-none = none
record-type = Or type a point
record-propose = Propose
record-all-sealed = All sealed
record-waiting = Not yet sealed: { $count }
record-not-sealed = not yet sealed
record-is-sealed = sealed
record-is-amended = corrected
record-offline = no network: it waits on this device
record-busy = the service is busy and is asked again
record-signed-out = the session has ended
record-decide = you have to decide
record-unsure = the board shown here is certain only when all is sealed
record-broken = This device can't keep what is recorded ({ $why }). Write on paper and tell the keeper.
record-session-ended = The session of { $who } has ended. Nothing is lost: what waits on this device ({ $count }) is sent as soon as { $who } has signed in again.
record-others = On this device entries of { $who } wait for this game: { $count }. They are sent when { $who } signs in and opens this page.
record-left-told = You do not record this game any more, so nobody sends it. Tell an arbiter of this board what waits here, who can record it; then discard it.
record-left = What you recorded here was not sent
record-clock-off = The clock of this device is wrong by { $time }. What is recorded here is told by the service's clock; set this one right all the same.
record-keeps-nothing = Nothing can be recorded on this device
record-not-recorded = { $entry } was not recorded.
record-times-zone = Times: { $zone }
record-clock-set = The clock of this device was set, and the service can't be asked how late it is. What is recorded now is looked at once more when the network is back.
record-times = Which times are right?
record-times-off = The time on this device was wrong by { $time } when the network came back. What was recorded without it is sent when you have said which times hold.
record-times-right = Put the times right and send
record-times-told = Send with the times as they are
record-conflict = Somebody else recorded meanwhile
record-conflict-told = What waits here was recorded without seeing it. Compare both, then send what still holds and discard what does not.
record-conflict-since = Sealed meanwhile
record-conflict-mine = Waiting on this device
record-send-after = Send mine after them
record-discard = Discard
record-discard-all = Discard all that wait
record-discard-sure = Really discard?
record-refused = The service refuses: { $entry }
record-refused-behind = It was not recorded. Waiting behind it: { $count }
record-refused-point-occupied = A stone stands on that point already. Choose the right point, or discard the entry.
record-refused-game-confirmed = The result of this game is confirmed. Only a ruling reopens it: call the arbiter.
record-refused-game-not-started = The game has not begun. Start it first.
record-refused-game-started-already = The game has begun already. Discard this entry.
record-refused-no-right = You may not record this. An arbiter of this board may.
record-other-point = Choose the right point
record-try-again = Try again
record-occupied = { $point } is occupied.
record-overtaken = The game changed meanwhile: somebody else recorded. What was begun here is not recorded. Look at the board, then do it again.
record-help-tap = Tap a point to propose a stone; tap it again to place it.
record-help-press-first = The clock of { $colour } is still to be pressed: that comes first. Then place the stone and press.
record-help-over = { $colour } has no time left. Call the arbiter.
record-help-again = Tap it again, or press the button, to place it.
record-help-lifts = This lifts { $points }. If other stones were really taken off, say so first.
record-help-lifted = Tap the stones that were really taken off, then place the stone.
record-help-fix = Tap the point where the stone really was, then place it.
record-help-captives = Tap the stones that were taken off now.
record-help-dead = Tap each dead group. Tap it again if it lives.
record-help-contested = Tap the points that were left open.
record-chosen-captives = Record as lifted: { $count }
record-chosen-dead = Agreed as dead: { $count }
record-chosen-contested = Record the points: { $count }
record-dead-title = Dead stones
record-dead-sure = Both players agree that these stones are dead ({ $count }): { $points }
record-dead-it = Both agree
record-status-paired = The game has not begun.
record-status-paused = The game is paused.
record-status-sealed = A sealed move waits; the arbiter opens it.
record-status-ending = Both have ended. Mark the dead stones.
record-status-counting = The dead stones are agreed. Record the count.
record-status-finished = There is a result. It waits to be confirmed.
record-status-confirmed = The result is confirmed.
record-stone-black = black stone
record-stone-white = white stone
record-point-empty = { $point }, empty
record-point-stone = { $point }, { $stone }
record-point-proposed = { $stone } proposed
record-point-last = last move
record-point-off = is lifted
record-point-marked = marked
record-lost = stones lost: { $count }
record-periods = periods: { $count }
record-moves-left = moves to go: { $count }
record-over = overtime
record-findings = The rule book has something to say: { $count }
record-reopens = ✓ This page opens again without a network.
record-reopens-not = Without a network this page can't be opened again on this device: leave it open. What was recorded waits all the same.
record-wrong-choose = Choose one.
record-wrong-number = Expected a whole number, as 11.
record-wrong-point = { $point } is not on the board: expected a letter and a number, as Q16.
record-wrong-area = Expected an area in quarters of a zi, as 184, 184 1/2 or 184.25.
record-wrong-area-most = An area is at most { $count } zi.
record-wrong-reason = Say what was wrong.
record-wrong-time = Expected a time, as 1:05:30 or 0:48.
record-seat = Seat
record-seat-permitted = Leaves with permission
record-seat-not-permitted = Leaves without permission
record-seat-back = Is back
record-seat-it = Record it
record-away = away since { $time }
record-back-again = { $colour } is still shown as away from the seat. If the seat is taken again, say so under Seat.
record-seal = The next move is sealed
record-seal-whose = Who seals
record-seal-slip = Write both on the slip, put it into the envelope, and close the envelope.
record-seal-point = Point
record-seal-code = Code
record-seal-gone = This device keeps neither. Once this is closed, only the slip says what was sealed.
record-seal-it = It is in the envelope
record-seal-elsewhere = It was sealed elsewhere
record-seal-elsewhere-help = Where a slip was written without this device, or this connection is not safe: whoever wrote it hands over the SHA-256 of the point, a line feed and the code.
record-seal-commitment = SHA-256, 64 digits
record-chosen-seal = Seal this point
record-help-seal = Hand this device to the player who seals, so that nobody else sees the point. Tap it, then seal.
record-unseal = Open the sealed move
record-unseal-help = What stands on the slip. It is compared with what was sealed before it is recorded.
record-unseal-it = Record the move
record-call = Called: { $call } ({ $time })
record-call-left = { $count } left
record-call-else = Something else was called
record-call-whom = To whom
record-call-what = What was called
record-call-other = Or in words
record-call-misread = That was the wrong call
record-call-it = Record the call
record-wrong-call = Choose what was called, or write it in at most 32 letters.
record-wrong-commitment = Expected 64 of the digits 0-9 and a-f.
record-wrong-seal = This point with this code is not what was sealed. Look at the slip again; if it says so all the same, call the arbiter.
# End of the recorder's console

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
table-missing = Not there
table-missing-until = loses at
table-missing-over = time for coming late was over at
table-open = Look at it
table-since = Waits since
urgency-overtime = Time
urgency-stopped = Play stopped
urgency-called = Called
urgency-missing = missing
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

act-title = Review before recording
act-follows = What follows
act-entries = Entries that will be written: { $count }
act-gone-on = Something was recorded in this game since the form was made. What stands here is as of now.
act-board-wrong = Type { $board }, the number of this board.
act-not-confirmed = Tick that you have read and mean this.
act-read = I have read what will be written.
act-confirm = Yes, change board, clocks, warnings or penalties as shown.
act-type = This is grave: it decides the game, departs from the article, or comes on top of an earlier ruling. To record it, type the board's number: { $board }
act-record = Record
act-back = Back, change it

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
appeals-against-nothing = no entry at all
appeals-all = All appeals

## Filing, hearing and deciding appeals

appeals-against = Appeal against this
appeals-no-deadline = The regulations set no time for appealing.
appeals-in-time-until = An appeal is in time until
appeals-late-since = The time for appealing ended; an appeal is late since
appeals-who-form = The id of a player, team, official or body
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
appeals-for = Votes for this decision
appeals-votes-against = Votes against this decision
appeals-reasons-missing = Give the reasons of the decision.
appeals-type = A decision ends the appeal and can't be taken back; only a decision on a further appeal can overturn it. To record it, type the board's number: { $mark }
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

# An anti-cheating review: its report and its page.
review-report-title = Review {$review}: report
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
review-method-rule = Figures of agreement leave out: { $opening ->
        [0] no move as opening
        [1] move 1
       *[other] moves 1 to {$opening}
    }; positions looked at fewer than {$visits} { $visits ->
        [one] time
       *[other] times
    }, or of which the engine said nothing; moves where one side wins at least {$settled} % of the time; moves where every other one loses {$forced} points or more beyond the first. As good as the first choice: {$near} points or less lost. Figures of time count every move whose time is known, also where something else happened in that turn, which is marked; quick: under {$quick} ms. Figures of fewer than {$moves} { $moves ->
        [one] move
       *[other] moves
    } are not given; a z-score needs {$group} { $group ->
        [one] member
       *[other] members
    }.
review-method-changed = changed: {$reason}
review-engine = Engine
review-engine-said = {$program} {$version}, network {$network}, {$visits} { $visits ->
        [one] visit
       *[other] visits
    } a position, {$when}
review-no-engine = No engine's answers are at hand: there are figures of time alone.
review-engine-unread = These answers are not counted, and figures rest on the others alone: {$why}.
review-engine-changed = The games were corrected or went on since the engine answered: { $positions ->
        [one] {$positions} position that it saw is another now. What it said of it is
       *[other] {$positions} positions that it saw are others now. What it said of them is
    } left out.
review-group = Reference group
review-group-said = {$name}: {$members} { $members ->
        [one] member
       *[other] members
    }
review-no-group = None is named or at hand: nothing is compared with one.
review-computed = Computed by {$program} from the tournament's log up to entry {$seq}.
review-figure = Figure
review-whose-subject = in these games
review-whose-opponent = opponents
review-whose-other-games = other games
review-whose-reference = reference group
review-z = z-score
review-too-few = too few (n {$n})
review-no-value = can't be formed (n {$n})
review-value = {$value} ± {$spread} (n {$n})
review-figure-time-mean-s = time a move, mean (s)
review-figure-time-median-s = time a move, median (s)
review-figure-quick-share = share of quick moves
review-figure-time-variation = unevenness of times (spread / mean, each game by itself)
review-figure-time-unknown-share = share of unknown times
review-figure-time-choice-correlation = time against how much there was to choose (rank correlation)
review-figure-first-choice-share = share of the engine's first choice
review-figure-first-choice-weighted = the same, weighted by how much there was to choose
review-figure-near-equal-share = share as good as the first choice
review-figure-rank-mean = place among the engine's choices, mean (of moves that are one)
review-figure-points-lost-mean = points lost a move, mean
review-figure-left-out-share = share of moves left out
review-times-drawn = How many moves took how long
review-members-drawn = {$figure}: the group, and the player
review-no-moves = No move is singled out.
review-move = {$game}, move {$number}: {$point}
review-move-said = {$rank}; {$lost} points lost, {$choice} points to choose, time {$time}
review-move-first = A: the engine's first choice
review-unknown = unknown
review-moves-rule = Shown are, for each player, the moves that count at which most was to choose: {$count} that { $count ->
        [one] agrees
       *[other] agree
    } with the first choice and {$count} that lost most.
review-absences = Absences
review-absence = {$game}: away from {$from} to {$until}, next move {$next}, {$choices}
review-absence-none = No absence is recorded.
review-within-said = in this turn: { $what }
review-within = Turns in which something else happened
review-within-rule = A ruling, a complaint, a stop of the clocks, a seat left or an entry keyed anew makes the time of that turn say less than another. Such times are marked, and counted in the figures as every other, since the method sets none apart; one that a ruling or a clock fault changed is unknown and not counted.
review-within-none = Nothing of this kind is recorded in the player’s turns.
review-within-move = { $game }, move { $number }, time { $time }: { $what }
review-clear-within = {$figure}: {$value} lies within one spread of the reference group (z {$z}).
review-clear-other = {$figure}: {$value}, in the player's other games {$other}.
review-clear-opponent = {$figure}: {$value}, the opponents in the same games {$other}.
review-clear-lost = { $of ->
        [one] The one move that counts lost {$points} points or more.
       *[other] {$count} of the {$of} moves that count lost {$points} points or more each.
    }
review-clear-seat = No absence from the board is recorded in these games.
review-clear-none = Nothing of this kind follows from the figures; that says nothing against the player either.
review-limit-agreement = Agreement with an engine tells how a move was, not how it was found. Strong players agree often, and in some games nearly always.
review-limit-chosen = A threshold or a stretch of moves chosen after the figures are seen proves nothing. The method above was fixed before the first figure that is recorded here; each change is told. What somebody computed elsewhere before is not seen here.
review-limit-engine = Another engine, network or number of visits gives other figures. Few visits make the engine's choices uncertain.
review-limit-moves = Moves of one game depend on each other: the spread of a single game tells less than its number of moves suggests.
review-limit-many = Whoever looks at many players and figures finds unusual ones by chance alone. How often members of the reference group lie as far out is counted beside the figures; without a group nobody knows how often an innocent player looks like this. A z-score says nothing of a cause.
review-limit-time = Times are those of the log. Where it does not tell one, it is unknown and not counted; presses entered late shift time between moves.
review-note-sealed = sealed, not open yet
review-note-none = none yet
review-note-own = My note
review-note-how = A note is sealed first: the ledger keeps its SHA-256 alone, and nobody reads it before a second reviewer has sealed one too. Until you open it, its text does not leave this browser.
review-note-text = Note
review-note-seal = Seal a note
review-note-keep = Keep what opens it
review-note-kept = The file with the note and what opens it is among your downloads, and nowhere else. Without it the note can never be opened: look whether it is there before you go on.
review-note-keep-first = Write the note and keep what opens it: only its hash is sent.
review-note-command = This page can seal a note where its script runs, over https or on the machine of the service itself. Elsewhere use the command:
review-note-replaces = A note of yours is sealed already. A new one takes its place, and the old one can’t be opened any more.
review-note-open = Open my note
review-note-open-how = The notes of two reviewers are sealed: yours can be opened. From then on the other reviewers read it.
review-note-file = The file that you kept
review-note-no-file = This file holds no note.
review-note-nonce = Nonce, from the same file
review-note-waits = It can be opened once a second reviewer has sealed a note too.
review-note-is-open = open
review-note-other = Text and nonce are not those of the note that you sealed.
review-note-not-now = That can’t be done with your note now.
review-declined = asked, and chose to say nothing
review-asked = asked: {$put}
review-conclusion-not-met = the standard of proof is not met
review-conclusion-referred = referred, with the evidence, to those who decide
review-conclusion-undetermined = too little to tell
review-concluded-by = {$conclusion} (by the standard: {$standard})
review-rests-on = Rests on
review-appeal = Appeal
review-names-blind = Players are called by letters until their labels are revealed.
review-print = Report for print
review-page = Fair-play review
review-looks = Who looked
review-looks-said = Each look at this page is recorded in the review's ledger.
review-looks-counted = { $all ->
        [one] The one look: {$each}.
       *[other] The last {$shown} of {$all} looks; all of them: {$each}.
    }
review-look-told = Told by the one who looked and not by the program that answered him: it is what he says of himself.
review-tokens-of = {$who} came with {$count} { $count ->
        [one] token
       *[other] tokens
    }: {$tokens}.
review-token = {$token} (made {$made}, used from {$from})
review-tokens-said = The keeper makes the tokens, and could make himself one for each reviewer. That can't be prevented, and can be seen here: each reviewer should know these as his own.
review-times-strip = Time a move
review-recorded = Figures as recorded
review-recorded-none = None is recorded yet.
review-recorded-on = Method {$number}; {$count} of {$all} { $all ->
        [one] game
       *[other] games
    } under review: {$games}; {$players} of {$subjects} { $subjects ->
        [one] player
       *[other] players
    }: {$who}; the tournament's log up to entry {$seq}.
review-recorded-answers = On the engine's answers {$ids}.
review-again-same = Computed again from the same log, method and answers: the same digits.
review-again-other = Computed again from the same log, method and answers these figures are others: they are not what the program computes.
review-again-unfounded = What the entry says of itself can't be: the tournament's log has no such state, the review took in no such answers before it, or its games are others. Nobody computed these figures from what they name.
review-again-unknown = They can't be computed again: a file on which they rest is not kept any more.
review-again-not-tried = They were not computed again here: too much had to be computed before them. This says nothing about them.
review-chance = How often this occurs in the reference group
review-as-far = members as far out
review-as-far-said = {$count} of {$members} ({$share})
review-chance-said = Of this player { $compared ->
        [one] {$compared} figure is compared
       *[other] {$compared} figures are compared
    } with the group, in this review {$all}. Farthest out lies: {$figure} (z {$z}). Of {$members} { $members ->
        [one] member
       *[other] members
    } {$count} ({$share}) { $count ->
        [one] has
       *[other] have
    } at least one of these figures as far out.
review-chance-few = Of this player { $compared ->
        [one] {$compared} figure is compared
       *[other] {$compared} figures are compared
    } with the group, in this review {$all}. The group is too small to hold its members against each other.
review-chance-rule = Members are counted, each held against all others (leave-one-out), on either side of the mean. A share under one in {$members} can't be told from none. That the members themselves are beyond doubt is an assumption.
review-chance-own = { $count ->
        [one] {$count} of the members is a game of this player
       *[other] {$count} of the members are games of this player
    }: a group should not hold whom it is compared with.
review-chance-before = Besides these, { $count ->
        [one] {$count} comparison by another method or engine, or of other games, stands
       *[other] {$count} comparisons by another method or engine, or of other games, stand
    } recorded in this review.
review-group-missing = {$name}: {$members} { $members ->
        [one] member
       *[other] members
    }. Its list is not at hand: it is not among the review's files, so nothing is compared with it. It is attached with: {$command}
review-method-late = Before this change {$analyses} { $analyses ->
        [one] analysis
       *[other] analyses
    } and {$looks} { $looks ->
        [one] look
       *[other] looks
    } at the review had been recorded: figures can have been seen.
review-anchors = Anchors in the tournament's log
review-anchor-said = {$when}: {$size} { $size ->
        [one] entry
       *[other] entries
    } (entry {$seq} of the tournament's log)
review-anchor-other = {$when}: {$size} { $size ->
        [one] entry
       *[other] entries
    } (entry {$seq} of the tournament's log), and another content than now: the review was written anew since
review-anchor-none = None: nothing shows that the review is as old as it says.
review-anchor-labels = Other labels in that log: {$count}. Each belongs to another review, or to this one if it was opened anew.
review-handed-in = handed in by {$who}
review-unfit = The tournament was paired otherwise since, and the review does not fit it any more: a game, its players or a reviewer are not what they were when it was opened.
review-entry-names = Entries of the ledger name players and games, which the pages of a blind review do not.
review-at-said = {$taken}, for {$at} as its author says
review-note-of = note of {$who}
review-labels = Names of the players
review-revealed = The players are named from here on.
review-names-never-blind = The review was opened with the players named.
review-set-aside = Set aside: the appeal was {$outcome} ({$when}), and the review went on.
review-appeal-open = Not answered yet.
review-entry-review-opened = opening of the review
review-entry-method-changed = change of the method
review-entry-labels-revealed = revealing of the names
review-entry-answer-taken = what a player says
review-entry-review-concluded = conclusion
review-entry-appeal-taken = appeal
review-entry-appeal-answered = answer to the appeal
review-basis = What the figures rest on
review-basis-whose = Whose moves
review-basis-sides = games
review-basis-moves = moves
review-basis-timed = time known
review-basis-counted = counted beside the engine
review-basis-opening = left out: opening
review-basis-thin = left out: too few visits
review-basis-unknown = left out: no answer
review-basis-settled = left out: game settled
review-basis-forced = left out: forced
review-basis-unasked = engine not asked
review-basis-none = { $moves ->
        [one] The one move does not count
       *[other] None of the {$moves} moves counts
    }, so there are no figures of agreement of this player: the table says what left them out.
review-whole-seconds = All known times of this player are whole seconds: the clock shows no less. Each can be off by up to a second, so that a move of 0 s can have taken almost one. Quick (under {$quick} ms) are then those shown as {$shown} s; a share of quick moves is compared fairly only with times of the same kind.
review-members-timed = Of the group's {$members} { $members ->
        [one] member
       *[other] members
    } {$timed} { $timed ->
        [one] has
       *[other] have
    } at least {$least} { $least ->
        [one] move
       *[other] moves
    } whose time is known; the times of {$whole} are whole seconds alone.
review-members-counted = {$counted} of them { $counted ->
        [one] has
       *[other] have
    } at least {$least} { $least ->
        [one] move that counts
       *[other] moves that count
    } beside the engine.
review-not-compared-too-few-moves = Not given and not compared: {$figures}. They rest on {$n} { $n ->
        [one] move
       *[other] moves
    }, {$least} { $least ->
        [one] is needed
       *[other] are needed
    }.
review-not-compared-no-group = Not compared, since no group is at hand: {$figures}.
review-not-compared-too-few-members = Not compared: {$figures}. { $n ->
        [one] {$n} member of the group has them
       *[other] {$n} members of the group have them
    }, {$least} { $least ->
        [one] is needed
       *[other] are needed
    }.
review-not-compared-no-spread = Not compared, { $n ->
        [one] since there is one member alone
       *[other] since all {$n} members have the same
    }: {$figures}.
review-class-open = open
review-class-restricted = restricted to the reviewers
review-file-kept = kept, and to be deleted on {$date}
review-file-awaited = its bytes have not come (to be deleted on {$date})
review-file-elsewhere = it came, and its bytes are not here (to be deleted on {$date})
review-file-deleted = was deleted on {$when}
review-file-deleted-asked = was deleted on {$when}, on request of {$who} and not on its date
review-file-due = its date, {$date}, has come: it is given out no more, nothing is computed with it, and it is to be deleted
review-due = What is due next
review-due-nothing = Nothing: the review is concluded, and no appeal is open.
review-due-file = The bytes of file {$who} have not come.
review-due-figures = Figures by the method in force are recorded.
review-due-note = {$who} writes a note without knowing another's.
review-due-open-note = {$who} opens the note that was sealed.
review-due-reveal = The players' names are revealed.
review-due-answer = {$who} is asked.
review-due-conclude = The review is concluded.
review-due-answer-appeal = The appeal is answered.
review-choice-drawn = Time against how much there was to choose
review-choice-across = points to choose
review-choice-up = time a move
review-strip-said = Black's moves go up from the line and white's down, each doubling of the time by the same step. Dashed lines: a second, a minute, an hour. Ticks below: each tenth move, longer each fiftieth. A cross on the line: unknown. A mark on the other side of the line: something else happened in that turn.
review-own-games = The player's games in this tournament
review-own-side = Side
review-own-opponent = Opponent
review-other-game = other game {$number}
review-under-review = {$game} (under review)
review-set-aside-game = {$game}, set aside and played again
review-incidents = What the tournament's log tells of these games
review-incidents-none = No breach, complaint, ruling or warning is recorded of these games.
review-incidents-blind = What people wrote of it, and who, is told once the players are named.
review-incident = What was recorded
review-incident-away = away from the board
review-value-alone = {$value} (n {$n})
review-n-moves = n: moves
review-n-members = n: members
review-rank = the engine's choice no. {$rank}
review-rank-none = not among the engine's choices
review-rank-unknown = the engine was not asked about it
review-limit-games = Figures of several games take their moves together, while a member of the group is one side of one game; only the unevenness of times is taken of each game by itself. A player who played one game fast and one slowly differs from single games for that alone.
review-limit-seconds = A clock that shows whole seconds makes a move of nearly a second one of none: shares of quick moves are compared fairly only with times of the same kind.
review-not-compared-no-value = Can't be formed from these moves (all of them alike), and is not compared: {$figures}.
audit-against = Held against:
stream-review = The review
stream-access = Who looked at it

## Kinds of entries that came later

event-key-replaced = Signing key replaced
event-bye-revoked = Bye revoked
event-withdrawal-revoked = Withdrawal revoked

conflict-own = You ruled on this by this very form already: what you changed in it since is not recorded.
conflict-not-yours = Not recorded: it is not yours to rule
sent-title = Not recorded: who sent this?
sent-signed-out = You are not signed in any more: the session has ended.
sent-of-another = This form was made in another session than the one that is signed in now.
sent-nothing = Nothing was recorded.
sent-then = The way to sign in opens beside this page. Then come back here and go on.
sent-go-on = Go on with what was written
sent-written = What was written
appeals-alone = The appeal is against your own ruling, and no committee is seated. You may write a committee’s decision down, but not decide yourself: seat a committee first. Audits remark on a decision recorded without one.
appeals-file-kind = A file of this kind is not kept. Kept are: { $kinds }.
appeals-file-too-large = The file is too large: the most that is kept is { $bytes } { $bytes ->
        [one] byte
       *[other] bytes
    }.

# What an arbiter records of a game from his table

fact-confirm = Confirm the result
fact-confirm-explained = A result that both players and an official confirm closes the game.
fact-confirm-who = Who confirms this result
fact-confirm-me = and for the officials:
fact-confirm-none = The game has no result that could be confirmed.
fact-relief = A player applies for relief
fact-relief-explained = Where the event allows it, the overtime may on the player's application be treated as a pass: the turn is lost and the game goes on.
fact-relief-who = Who applies
fact-stop = Stop the clock for a ruling
fact-stop-explained = A pause for a ruling is recorded now. If time has run out by then, the rule book finds it, and it can be ruled.
fact-statements = Ask both players of the facts
fact-statements-explained = What each says is recorded in the players' own names, before anything is ruled.
fact-statements-missing = Say what at least one of the players says.
fact-back = Back, without recording anything
stands-agrees = agrees with the facts
stands-disputes = disputes the facts
stands-words = In the player's words
case-said = What the players say
case-clock-out = The rule book finds it with the next entry. Stop the clock, and it can be ruled as its article says.
case-committee-decided = A committee has decided on an appeal about this. Ruling on it anew is for the chief arbiter.
case-own-overturned = A committee has overturned your own ruling on this. What you rule anew is recorded with its reasons, and an audit remarks on it.
effect-own-overturned = A committee overturned your own ruling { $ruling } on this. An audit remarks on whatever you rule anew.
case-decided-on-appeal = The earlier ruling fell on appeal:
case-proposed = Proposed
case-unmet = Can be chosen only if:
case-applies = { $colour } applies that it count as a pass
condition-first = it is the player's first breach of this kind in the game
condition-again = it is a further breach of this kind by the player in the game
condition-relief-requested = the event allows it and the player has applied for it
condition-long-cycle-no-result = the regulations provide for no result after a long cycle
condition-long-cycle-draw = the regulations provide for a draw after a long cycle
condition-long-cycle-replay = the regulations provide for a replay after a long cycle
condition-long-cycle-playoff = the regulations provide for a play-off after a long cycle
condition-error-large = the clocks err by two minutes an hour or more
condition-error-small = the clocks err by less than two minutes an hour
condition-played-less-than-half = fewer than half of the rounds were played
condition-played-half = half of the rounds or more were played
sheet-lost-by-warnings = With this warning { $colour } loses the game.
appeals-who-else = Somebody else, by id

# The arbiter's table, the case and the desk once more

table-committee = a committee has decided, appeal
game-move-gone = shown is move { $number }, which no longer stands
entry-told-together = Entries #{ $first } to #{ $last } are one ruling and went in together: this is what they changed.
appeals-dossier-restricted = The dossier tells of restricted evidence; it is for those who have a part in the matter.
review-limit-answers = That figures have the same digits is arithmetic alone. That the answers are that engine's is what the reviewer says who took them in, until somebody has the same queries answered again (fupan review export writes them).
review-engine-twice = {$counts}, taken in by {$by}, counts in place of {$aside}, taken in by {$whose}, of the very same engine: of {$positions} { $positions ->
        [one] position
       *[other] positions
    } that both answered {$differ} { $differ ->
        [one] is
       *[other] are
    } answered otherwise, {$first} with another first choice.
review-rests-other = computed again these figures are others
review-rests-unfounded = what the entry says of itself can't be
review-without-notes = Concluded before the notes of two reviewers were open, which is possible as undetermined alone.
review-note-unopened = {$who} had sealed a note and not opened it.
review-note-unwritten = {$who} had sealed none.

# What a case, a fact and an appeal say once they are recorded, and before
act-too-long = This text has { $count } { $count ->
        [one] character
       *[other] characters
    }; an entry holds at most { $most }.
case-proposed-mark = :
case-reasons-article = as { $article } says
case-reasons-left-out = Left empty, it is recorded as: “{ $reasons }”
case-another = Another ruling without a finding
case-about = What it is about
fact-stop-done = The clock is stopped for a ruling: it is recorded.
fact-confirm-done = The confirmation is recorded.
fact-relief-done = The application is recorded.
fact-statements-done = What the players say is recorded.
fact-resume-done = Play goes on: it is recorded.
fact-resume = Let the game go on
fact-resume-explained = Play that was stopped goes on, and the clock of whoever is to play runs from this moment.
fact-resume-due = It is ruled, and play still stands.
fact-over = The game is over: no clock runs in it.
fact-not-started = The game has not begun: no clock runs in it.
fact-stop-stands = Play stands still already.
fact-resume-runs = Play does not stand still.
fact-overtaken = The game has gone on since you read this. Read what would be recorded by now.
appeals-votes-too-many = No more can vote than sit on the committee: { $count }.
appeals-votes-lost = What more voted against than for is not decided. The votes are those for and against this decision.
appeals-type-id = A decision ends the appeal and can't be taken back; only a decision on a further appeal can overturn it. To record it, type the appeal's id: { $mark }
appeals-filed-before = An appeal by the same against the same decision is open already: { $appeal }.
fact-confirm-already = The result is confirmed by both players and an official.
