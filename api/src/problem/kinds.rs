//! Every kind of problem in one table: its code, the HTTP status that goes with
//! it, its title, what can be done, and whether trying again helps.

/// A kind of problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The stable name.
    pub code: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What it is, in general.
    pub title: &'static str,
    /// What it means and what can be done.
    pub help: &'static str,
    /// Whether the same request may go through later.
    pub retryable: bool,
}

macro_rules! kinds {
    ($($code:literal $status:literal $retry:literal $title:literal $help:literal;)*) => {
        /// All kinds, by code.
        pub const KINDS: &[Kind] = &[
            $(Kind { code: $code, status: $status, title: $title, help: $help, retryable: $retry },)*
        ];
    };
}

#[rustfmt::skip] // one kind a row, with what can be done below it
kinds! {
    "usage"                  400 false "That can't be asked so"
        "The detail says what is in the way: two things that exclude each other, or a value that is none.";
    "no_finding"             404 false "The game has no such finding"
        "The findings of a game, with what each allows, are in its view.";
    "no_outcome"             422 false "The finding has no such outcome"
        "Name one of the finding's outcomes by its key, or give orders, warnings and penalties with your reasons.";
    "ruled_already"          409 false "The finding was ruled on already"
        "The detail says who ruled what and when. A second ruling is possible: ask for it with again. An order overturn undoes the first.";
    "no_reasons"             422 false "A departure needs reasons"
        "What the article does not allow can be ruled all the same. It is kept as a departure, with its reasons.";
    "ruling"                 422 false "The ruling is not complete"
        "The detail names what is missing: the author, the article, a value that the outcome leaves open.";
    "not_readable"           400 false "The input is not readable"
        "The bytes are no JSON of the strict profile: no duplicate keys, integers only, texts in Unicode form NFC, at most eight levels. Line and column say where reading stopped.";
    "not_sgf"                400 false "The file is no game record"
        "A game record begins with (; and holds one or more games of FF[1] to FF[4].";
    "schema"                 422 false "The draft does not fit its schema"
        "Each fault is listed with its JSON pointer. The schemas are at /schemas, by the type's name.";
    "shape"                  422 false "What was handed in has another shape"
        "The JSON is well formed but is not what is expected here. The detail names the field.";
    "record"                 422 false "The game record can't be taken as a record of facts"
        "The game record is readable, but something in it can't have happened as told. The detail names the property.";
    "stale_version"          412 false "Another writer came in between"
        "What was recorded since is listed. Look at it, decide anew, and hand the batch in again with the present version.";
    "id_reused"              409 false "The id belongs to an entry with other content"
        "A retry must be the same to the letter. For something new draw a new id.";
    "entry_too_long"         413 false "The entry would be too long"
        "An entry has at most 65,535 bytes. Put long texts into evidence and record its hash.";
    "batch_too_long"         413 false "The batch is too long"
        "Hand it in as several batches.";
    "ledger_read_only"       409 false "The ledger is kept from elsewhere"
        "It is another's ledger, or a mirror's copy: it is read here, and recorded at home. fupan promote makes a mirror's copy the ledger that is written.";
    "two_histories"          409 false "There are two histories of the ledger"
        "What came is not what is kept: the same place holds another entry, or the same size another root. Keep both, and ask whoever signed them: one of them was shown to you alone.";
    "bundle_broken"          422 false "The bundle does not verify"
        "fupan verify says what is wrong with it, check by check.";
    "other_key"              409 false "The ledger was kept under another key"
        "It is checked by the key with which it first came. A key that follows is announced in the ledger itself, and needs no naming.";
    "not_signed_by_key"      409 false "The checkpoint is not signed by the key"
        "Take the verifier key from the service itself, by another way than the ledger: fupan key show.";
    "does_not_follow"        409 false "An entry does not follow the one before it"
        "An entry was changed, left out or put in. What was kept before it stands.";
    "older_than_seen"        409 false "The backup is older than what was seen here"
        "What was recorded after it would be lost, and a ledger that is signed on from it has two histories. Take a newer backup or a mirror; --older-than-seen puts it back all the same.";
    "backup"                 422 false "The backup can't be used"
        "The detail says what is wrong with it.";
    "log_unreadable"         500 true  "The log can't be read"
        "The keeper should look at the disk and run an audit.";
    "store_busy"             503 true  "Too many batches are waiting"
        "Nothing was recorded. Hand the same batch in again in a second.";
    "store_failed"           503 true  "The store must be opened again"
        "A write failed. Nothing that was acknowledged is lost; a retry with the same ids is safe.";
    "disk_full"              503 true  "The disk is full"
        "Nothing was recorded, and nothing that was is lost: all of it can be read. The keeper should make room; then hand the same batch in again.";
    "store_in_use"           409 true  "Another process has the store open"
        "A data folder has one service, and a ledger one writer. While a service runs ask it, on the command line with --server and its address, instead of the folder.";
    "store_missing"          404 false "There is no such ledger"
        "Look at the name, or open the ledger first.";
    "store_broken"           500 false "The store can't be opened"
        "The folder holds something that is no ledger of this program, or its files are damaged. Restore a backup.";
    "store_exists"           409 false "The ledger is there already"
        "Choose another name.";
    "file"                   400 false "A file can't be read or written"
        "The detail says what the system said.";
    "file_exists"            409 false "A file is there already"
        "Nothing is written over it: name another file, or move that one away.";
    "engine_files"           422 false "The engine's files don't fit"
        "Answers are those to the queries that fupan review export wrote, each once and from one run; the detail says in which line they are not.";
    "group"                  422 false "The reference group doesn't fit"
        "A group has sides of games, each once, and is the one that the method names by its hash: fupan review reference lists one.";
    "past_head"              404 false "The ledger is not that long"
        "Ask for an entry that is there: the ledger's view says how many it has.";
    "nothing_known"          404 false "Nothing had been recorded by then"
        "The first entry was recorded after that time.";
    "no_round"               404 false "There is no such round"
        "The round was not paired, as far as was known then. Without a round the last one paired is meant.";
    "no_place"               404 false "Who takes part has no place"
        "The detail says why, and entry is the one that is the reason where one is. The standings list everybody without a place under unplaced.";
    "not_settled"            409 false "The results may still change"
        "Games of these rounds are open, or have results that not all have confirmed. Settle them, ask for an earlier round, or ask for the results as they stand: --provisional, over HTTP provisional=true.";
    "not_in_this_form" 422 false "That can't be written in this form"
        "Some forms of results tell of players only, or number no more than so many. Ask for CSV or HTML instead.";
    "no_moment"              404 false "The game does not have that moment"
        "The game is shorter than that, or has not begun.";
    "internal"               500 true  "The program is at fault"
        "This should not happen. The trace id finds the cause in the service's log.";
    "not_opened"             409 false "The ledger is not opened"
        "The first entry of a ledger is tournament_opened, or review_opened.";
    "opened_already"         409 false "The ledger was opened already"
        "A ledger is opened once. What changes later goes in as a supplement.";
    "tournament_closed"      409 false "The tournament is closed"
        "Nothing more is recorded once the tournament is closed.";
    "unknown_edition"        404 false "There is no such edition"
        "There are cn-1988 and cn-2002.";
    "other_edition"          409 false "The edition is another"
        "The file of the edition that this program has is another than the one named by its hash.";
    "regulations"            422 false "The regulations make no sense"
        "The detail names the regulation and what was expected.";
    "unknown_article"        422 false "The article stands nowhere"
        "An article is cited as edition:number, or event: and the id of a clause in force.";
    "no_right"               403 false "The author may not record this"
        "Who may record what is one table, in the documentation. The detail says what was missing.";
    "unknown_official"       422 false "There is no such official"
        "Appoint the official first, or look at the id.";
    "unknown_player"         422 false "There is no such player"
        "Register the player first, or look at the id.";
    "unknown_team"           422 false "There is no such team"
        "Register the team first, or look at the id.";
    "id_taken"               409 false "The id is taken"
        "Ids of players, games, rulings and the like are each given once in a ledger.";
    "unknown"                404 false "What is named isn't there"
        "Look at the id.";
    "one_player"             422 false "One player can't play both sides"
        "Two different players sit at a board.";
    "game_not_paired"        409 false "Nobody paired that game"
        "Pair the game first, or look at the id.";
    "not_in_game"            422 false "The player has no part in the game"
        "Only the two players of a game act in it.";
    "game_not_started"       409 false "The game has not begun"
        "Record game_started first.";
    "game_started_already"   409 false "The game began already"
        "A game begins once.";
    "game_confirmed"         409 false "The game's result is confirmed"
        "Both players and an official confirmed the result. Only a ruling or an appeal reopens it.";
    "point_occupied"         409 false "The point is occupied"
        "A stone can't stand on a stone. If it was keyed wrongly, correct the entry in the way.";
    "board"                  422 false "That can't be done with stones"
        "The detail names the point and what is on it.";
    "position"               422 false "That is no position"
        "The rows of a position have as many letters as there are rows: . X and O.";
    "area_too_large"         422 false "The board is not that large"
        "A board of 19 lines has 361 points, which are 1,444 quarter-zi.";
    "not_the_last_stone"     409 false "The stone is not the last one"
        "For an earlier stone give the stone orders one by one.";
    "no_stone"               422 false "The entry is no stone"
        "Name an entry that put a stone on the board.";
    "not_in_stream"          422 false "The entry is not in this stream"
        "Name an entry of the same game.";
    "seal"                   409 false "The sealed move is another"
        "Point and nonce must give the commitment under which the move was sealed.";
    "unknown_ruling"         422 false "There is no such ruling"
        "Look at the id of the ruling.";
    "overturned_already"     409 false "The decision fell already"
        "A decision is overturned once.";
    "own_matter"             403 false "Nobody decides in a matter of their own"
        "Nobody rules on a game that he plays, nor sits on an appeal against his own ruling. Another official must act.";
    "correction_conflict"    409 false "The correction makes another entry impossible"
        "Read otherwise, the entry would make a later one impossible. Correct the later one first.";
    "not_a_fact"             422 false "That can't stand in place of a fact"
        "Decisions are overturned, not corrected.";
    "appeal_state"           409 false "The appeal is past that"
        "An appeal is filed, seated and decided once, in that order.";
    "round_state"            409 false "The round is past that"
        "The detail says where the round stands.";
    "name_unseen"            422 false "Nothing of the name can be seen"
        "A name needs at least one character that shows something: not only spaces, fillers, marks of direction or characters that nobody has given a shape. The pointer says where it stands.";
    "contradiction"          422 false "The draft contradicts itself"
        "The detail names the two things that can't both be.";
    "no_route"               404 false "There is nothing at that path"
        "The paths are listed at /v1/openapi.json.";
    "path"                   404 false "The path names nothing that could be there"
        "Names are 2 to 63 of a-z, 0-9 and -, not beginning with -; a seq is a whole number.";
    "method"                 405 false "That can't be done there"
        "The header Allow lists what can be done there. Nothing that was recorded is ever changed or deleted.";
    "query"                  400 false "The question can't be understood"
        "The detail names the parameter. Unknown ones are refused, so that a misspelt one is not passed over.";
    "header"                 400 false "A header can't be understood"
        "The detail names the header.";
    "media_type"             415 false "The body is of another kind"
        "Drafts come as application/json (an array) or application/jsonl (one a line), not encoded.";
    "body_too_large"         413 false "The body is too large"
        "Hand it in as several batches.";
    "head_too_large"         431 false "The head of the request is too large"
        "The detail says what is the longest part of it. What is asked for, and the header fields, are short; what is long goes into a body.";
    "body_too_slow"          408 true  "The body took too long"
        "The connection was too slow. Hand in smaller batches; with ids a retry is safe.";
    "body_cut_off"           400 true  "The body ended early"
        "The connection broke. With ids a retry is safe.";
    "empty_batch"            422 false "The batch holds no draft"
        "Hand in at least one draft.";
    "no_token"               401 false "A token is needed"
        "Whoever records, and where the keeper decided so whoever reads, sends Authorization: Bearer and his token.";
    "unknown_token"          401 false "The token is not known"
        "The token was never made here, or was revoked. Ask the keeper for one.";
    "token_expired"          401 false "The token has expired"
        "Ask the keeper for a new one.";
    "out_of_scope"           403 false "The token does not reach that far"
        "The token is for another ledger, only for reading, or not the keeper's. The detail says whom it stands for and which token is needed.";
    "csrf"                   403 false "The request does not prove where it comes from"
        "What changes something in a browser's session carries a proof that the service's own page sent it. Load the page again, and send the form from there.";
    "not_for_others"         403 false "One can't record that for another"
        "The author of an entry is whom the token stands for. Another may be named only by an official whose own office gives the right to that entry without conditions.";
    "not_found"              404 false "What was asked for is not there"
        "Look at the name.";
    "too_many_requests"      429 true  "Too many requests"
        "Wait as the header Retry-After says. Batches need fewer requests.";
    "too_many_failures"      429 true  "Too many sign-ins failed"
        "Wait a minute. A token that is known is answered all the while.";
    "too_many_streams"       429 true  "Too many event streams are open"
        "Close some. One stream a ledger is enough for any number of boards.";
    "too_many_connections"   429 true  "Too many connections are open"
        "Keep few connections and send many requests through each. This one is closed.";
    "busy"                   503 true  "The service has too much to do"
        "Audits and questions of what if are answered only so many at once. Try again as the header Retry-After says.";
    "stopping"               503 true  "The service is stopping"
        "Try again when the service is back. With ids a retry is safe.";
    "config"                 400 false "The configuration makes no sense"
        "The detail names the setting. fupan check-config prints them all.";
    "server"                 502 true  "The service does not answer as expected"
        "The detail says what came of asking it. Look at the URL, and whether the service runs.";
    "answer_too_long"        502 false "The service answers more than it may"
        "No honest answer to that question is so long. It was not read to its end; look whether the address is the right one.";
    "person_differs"         409 false "The record of a person is not the one that was recorded"
        "The ledger holds a hash of each name, and what the service gives out under it has another. What is kept stands; ask whoever runs the service.";
    "other_history"          409 false "The ledger does not go on from that checkpoint"
        "The checkpoint was signed over other entries than those here, or over more. Keep it, and ask the service: one of the two histories was written anew.";
    "bundle"                 422 false "The file is no bundle that can be read"
        "A bundle is what fupan export --bundle writes. fupan verify tells all that is wrong with one.";
    "rolled_back"            500 false "The ledger is older than what was signed for"
        "An older copy was put in its place, or its end is lost. Put the newest backup back, or take it from a mirror.";
    "rewritten"              500 false "The ledger is not the one that was signed for"
        "Its entries have another root than the last checkpoint. Put a backup back that goes with it.";
    "key_file"               500 true  "The keys can't be used"
        "The folder keys in the data folder must be the service's own; its files have the mode 0600.";
    "not_signed_yet"         404 true  "No checkpoint covers that yet"
        "Checkpoints are signed at the latest a second after an entry. Ask again.";
    "no_proof"               404 false "There is no such proof"
        "The detail says up to where there are proofs.";
    "restricted"             403 false "The file is restricted"
        "Restricted evidence is seen by the chief arbiter and his deputies, the panel of the appeal to which it belongs, and whoever attached it.";
    "range"                  416 false "The file has no such part"
        "The header Content-Range says how many bytes there are.";
    "evidence_deleted"       410 false "The file is deleted"
        "Its bytes are no longer kept: its date has come, or somebody asked. Its hash stays in the log, and whoever has a copy can show that it is the one.";
    "evidence_mismatch"      422 false "The file is not the one that was attached"
        "Hash and length must be those of the entry that attached it. Nothing was kept. For another file record another evidence_attached.";
    "evidence_kind"          415 false "Files of that kind are not kept"
        "The detail says what was found. What may be kept is a setting, evidence.media_types; the bytes must be of the kind under which they were attached.";
    "evidence_too_large"     413 false "The file is too large"
        "What may be kept is a setting, evidence.bytes. Cut a video to the scene that matters: its hash is that of the file handed in.";
    "evidence_file"          500 true  "The file can't be kept or read"
        "The keeper should look at the disk: evidence lies in the ledger's folder, under evidence.";
    "token_file"             500 true  "The tokens can't be read or written"
        "tokens.json in the data folder must be readable and writable by the service.";
}

impl Kind {
    /// Whether the cause is the program's or the machine's, so that it belongs
    /// in the log and not in front of strangers.
    pub fn is_internal(self) -> bool {
        self.status == 500 || self.code == "store_failed"
    }
}

/// The kind with that code; `internal` for a code that is in no table, which a
/// test rules out.
pub fn kind(code: &str) -> Kind {
    let internal = Kind {
        code: "internal",
        status: 500,
        title: "The program is at fault",
        help: "This should not happen. The trace id finds the cause in the service's log.",
        retryable: true,
    };
    KINDS
        .iter()
        .find(|kind| kind.code == code)
        .copied()
        .unwrap_or(internal)
}
