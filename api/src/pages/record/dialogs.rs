//! What is asked before something else than a stone or a press is recorded: each
//! in a dialog of its own, so that no single touch and no key records it.

use super::Recording;
use fupan_domain::{
    Colour,
    clock::{TimeControl, TurnEnds},
};
use maud::{Markup, html};

impl Recording<'_> {
    pub(super) fn dialogs(&self) -> Markup {
        if self.me.is_none() {
            return html! {};
        }
        html! {
            (self.start())
            (self.pass())
            (self.ask("resign-dialog", "record-resign", "resigned", "record-resign-it", &self.sides("colour", "record-who-resigns")))
            (self.ask("stop-dialog", "record-pause", "game_paused", "record-pause", &html! {
                (self.picks("reason", "record-why", &[("schedule", "record-why-schedule"), ("ruling", "record-why-ruling"), ("fault", "record-why-fault"), ("consent", "record-why-consent")]))
                (self.sides("thinking", "record-whose-turn"))
            }))
            (self.arbiter())
            (self.ends())
            (self.undo())
            (self.others())
            (self.seat_asked())
            (self.sealing())
            (self.unsealing())
            (self.call_asked())
            (self.ask("count-dialog", "record-count", "board_counted", "record-count", &html! {
                (self.sides("colour", "record-counted"))
                (self.field("area", "record-area", "184 1/2"))
            }))
            (self.result_asked())
            (self.ask("dispute-dialog", "record-disputed", "life_disputed", "record-disputed-it", &self.sides("dead_says", "record-dead-says")))
        }
    }

    /// A dialog: its title, what is asked, and the button that records.
    fn ask(&self, id: &str, title: &str, what: &str, does: &str, asked: &Markup) -> Markup {
        html! {
            dialog id=(id) class="rec-dialog" aria-labelledby={ (id) "-title" } {
                form data-records=(what) {
                    h2 id={ (id) "-title" } { (self.viewer.say(title)) }
                    p class="wrong" data-wrong hidden role="alert" {}
                    (asked)
                    (self.buttons(does))
                }
            }
        }
    }

    fn buttons(&self, does: &str) -> Markup {
        html! {
            p class="rec-buttons" {
                button type="button" class="plain" data-close { (self.viewer.say("record-cancel")) }
                button { (self.viewer.say(does)) }
            }
        }
    }

    /// A pass, with the press that ends the turn where clocks are pressed.
    fn pass(&self) -> Markup {
        let say = |key: &str| self.viewer.say(key);
        let regulations = &self.folded.state.terms.regulations;
        self.ask(
            "pass-dialog",
            "record-pass",
            "turn_passed",
            "record-pass-it",
            &html! {
                (self.sides("colour", "record-who-passes"))
                @if regulations.turn_ends == TurnEnds::Press && !matches!(regulations.time, TimeControl::None {}) {
                    p class="rec-buttons" { button type="submit" name="press" value="1" { (say("record-pass-press")) } }
                }
            },
        )
    }

    /// Which side.
    fn sides(&self, name: &str, legend: &str) -> Markup {
        html! {
            fieldset {
                legend { (self.viewer.say(legend)) }
                @for colour in Colour::BOTH {
                    label class="rec-pick" {
                        input type="radio" name=(name) value=(colour.name());
                        span { span class={ "rec-sign " (colour.name()) } aria-hidden="true" {} (self.viewer.texts.colour(colour.name())) }
                    }
                }
            }
        }
    }

    fn picks(&self, name: &str, legend: &str, values: &[(&str, &str)]) -> Markup {
        html! {
            fieldset {
                legend { (self.viewer.say(legend)) }
                @for (value, text) in values {
                    label class="rec-pick" { input type="radio" name=(name) value=(value); span { (self.viewer.say(text)) } }
                }
            }
        }
    }

    fn field(&self, name: &str, label: &str, example: &str) -> Markup {
        html! {
            p class="stacked" {
                label for={ "in-" (name) } { (self.viewer.say(label)) }
                input id={ "in-" (name) } name=(name) autocomplete="off" placeholder=(example);
            }
        }
    }

    fn check(&self, name: &str, text: &str, checked: bool) -> Markup {
        html! {
            p { label class="check" { input type="checkbox" name=(name) checked[checked]; " " (self.viewer.say(text)) } }
        }
    }

    fn start(&self) -> Markup {
        let say = |key: &str| self.viewer.say(key);
        let players = &self.folded.state.paired.players;
        let name = |index: usize| {
            let id = &players[index];
            html! { (super::tournament::who(self.here, Some(id))) }
        };
        let assigned = self.folded.state.paired.colours_assigned;
        html! {
            (self.ask("start-dialog", "record-start", "game_started", "record-start-it", &html! {
                @if !assigned {
                    p { (say("record-nigiri")) }
                    fieldset {
                        legend { (say("record-holder")) }
                        @for (index, player) in players.iter().enumerate() {
                            label class="rec-pick" { input type="radio" name="holder" value=(player); span { (name(index)) } }
                        }
                    }
                    (self.field("stones", "record-stones", "11"))
                    (self.picks("guess", "record-guess", &[("odd", "record-odd"), ("even", "record-even")]))
                    p { button type="button" class="plain" data-does="nigiri" { (say("record-nigiri-it")) } }
                }
                fieldset {
                    legend { (say("record-black")) }
                    @for (index, player) in players.iter().enumerate() {
                        label class="rec-pick" { input type="radio" name="black" value=(player); span { (name(index)) } }
                    }
                }
                p class="stacked" {
                    label for="in-handicap" { (say("record-handicap")) }
                    select id="in-handicap" name="handicap" {
                        option value="0" { (say("record-handicap-none")) }
                        @for n in 2..=9 { option value=(n) { (n) } }
                    }
                }
            }))
        }
    }

    /// The arbiter is called: by whom, and what for. Nobody is taken to call unless it
    /// was said who.
    fn arbiter(&self) -> Markup {
        let say = |key: &str| self.viewer.say(key);
        let regulations = &self.folded.state.terms.regulations;
        let applies =
            regulations.overtime_relief && !matches!(regulations.time, TimeControl::None {});
        self.ask("arbiter-dialog", "record-arbiter", "complaint_raised", "record-arbiter-it", &html! {
            fieldset {
                legend { (say("record-who-calls")) }
                @for colour in Colour::BOTH {
                    label class="rec-pick" {
                        input type="radio" name="by" value=(colour.name());
                        span { span class={ "rec-sign " (colour.name()) } aria-hidden="true" {} (self.viewer.texts.colour(colour.name())) }
                    }
                }
                label class="rec-pick" { input type="radio" name="by" value="me"; span { (say("record-i-call")) } }
            }
            @if applies {
                (self.picks("for", "record-for", &[("complaint", "record-for-complaint"), ("relief", "record-for-relief")]))
            }
            p class="stacked" id="arbiter-said" {
                label for="in-said" { (say("record-said")) }
                textarea id="in-said" name="text" rows="2" {}
            }
            (self.check("stop", "record-stop-clocks", true))
        })
    }

    /// The end by word: who proposes, what the other says.
    fn ends(&self) -> Markup {
        let say = |key: &str| self.viewer.say(key);
        html! {
            (self.ask("end-dialog", "record-end", "end_proposed", "record-propose-end", &html! {
                (self.sides("colour", "record-who-proposes"))
                (self.check("contest_given_up", "record-given-up", false))
            }))
            dialog id="answer-dialog" class="rec-dialog" aria-labelledby="answer-dialog-title" {
                form data-records="end_agreed" {
                    h2 id="answer-dialog-title" { (say("record-end")) }
                    p id="proposed-by" {}
                    p class="rec-buttons" {
                        button type="button" class="plain" data-close { (say("record-cancel")) }
                        button type="button" class="plain" data-does="end_declined" { (say("record-declines")) }
                        button { (say("record-agrees")) }
                    }
                }
            }
        }
    }

    /// Undoing: first which entry and why, then what that comes to.
    fn undo(&self) -> Markup {
        let say = |key: &str| self.viewer.say(key);
        html! {
            dialog id="undo-dialog" class="rec-dialog" aria-labelledby="undo-dialog-title" {
                form data-records="entry_corrected" {
                    h2 id="undo-dialog-title" { (say("record-undo")) }
                    p class="wrong" data-wrong hidden role="alert" {}
                    div id="undo-which" {
                        fieldset class="rec-list" { legend { (say("record-which")) } div id="undo-list" {} }
                        (self.picks("because", "record-because", &[
                            ("record-because-point", "record-because-point"), ("record-because-side", "record-because-side"),
                            ("record-because-not", "record-because-not"), ("other", "record-because-other")]))
                        p class="stacked" id="undo-instead" {
                            label for="in-instead" { (say("record-instead")) }
                            input id="in-instead" name="instead" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="3" aria-describedby="undo-instead-help";
                            span class="note" id="undo-instead-help" { (say("record-instead-help")) }
                        }
                        p class="stacked" id="undo-other" hidden { label for="in-reason" { (say("record-reason")) } input id="in-reason" name="reason" autocomplete="off"; }
                        p class="rec-buttons" {
                            button type="button" class="plain" data-close { (say("record-cancel")) }
                            button type="button" id="undo-on" { (say("record-on")) }
                        }
                    }
                    div id="undo-what" hidden {
                        p id="undo-told" {}
                        p id="undo-press" hidden { label class="check" { input type="checkbox" name="press"; " " span id="undo-press-word" {} } }
                        div id="undo-follows" role="status" {}
                        p class="note" { (say("record-stays")) }
                        p class="rec-buttons" {
                            button type="button" class="plain" id="undo-back" { (say("record-back")) }
                            button { (say("record-undo-it")) }
                        }
                    }
                }
            }
        }
    }

    /// What happens less often.
    fn others(&self) -> Markup {
        let say = |key: &str| self.viewer.say(key);
        let go = |does: &str, text: &str| html! { li { button type="button" class="plain" data-does=(does) { (self.viewer.say(text)) } } };
        html! {
            dialog id="other-dialog" class="rec-dialog" aria-labelledby="other-dialog-title" {
                h2 id="other-dialog-title" { (say("record-other")) }
                ul class="rec-choices" {
                    (go("captives", "record-captives"))
                    (go("press-black", "record-press-black"))
                    (go("press-white", "record-press-white"))
                    (go("read-clock", "record-read-clock"))
                    (go("arrivals", "record-arrivals"))
                    (go("seal", "record-seal"))
                    (go("read-else", "record-call-else"))
                    (go("contested", "record-contested"))
                    (go("recount", "record-recount"))
                    (go("count", "record-count"))
                }
                p class="rec-buttons" { button type="button" class="plain" data-close { (say("record-cancel")) } }
            }
            (self.ask("reading-dialog", "record-read-clock", "clock_read", "record-read-it", &html! {
                p class="note" { (say("record-read-help")) }
                (self.field("black_ms", "record-black-left", "1:05:30"))
                (self.field("white_ms", "record-white-left", "0:48"))
            }))
            (self.ask("recount-dialog", "record-recount", "recount_requested", "record-recount-it", &self.sides("colour", "record-who-asks")))
            (self.ask("arrival-dialog", "record-arrivals", "player_arrived", "record-arrival-it", &html! {
                fieldset {
                    legend { (say("record-whom")) }
                    @for player in &self.folded.state.paired.players {
                        label class="rec-pick" { input type="radio" name="player" value=(player); span { (super::tournament::who(self.here, Some(player))) } }
                    }
                }
                (self.picks("there", "record-there", &[("player_arrived", "record-there-now"), ("player_absent", "record-not-there")]))
            }))
            dialog id="sure-dialog" class="rec-dialog" aria-labelledby="sure-title" {
                form data-records="sure" {
                    h2 id="sure-title" {}
                    p id="sure-told" {}
                    p class="rec-buttons" {
                        button type="button" class="plain" data-close { (say("record-cancel")) }
                        button id="sure-it" {}
                    }
                }
            }
        }
    }

    /// A player leaves the seat, or takes it again.
    fn seat_asked(&self) -> Markup {
        self.ask("seat-dialog", "record-seat", "seat_left", "record-seat-it", &html! {
            (self.sides("colour", "record-whom"))
            (self.picks("seat", "record-there", &[
                ("permitted", "record-seat-permitted"), ("left", "record-seat-not-permitted"), ("back", "record-seat-back")]))
        })
    }

    /// The next move is sealed: what is to be written on the slip, of which this
    /// device keeps nothing; or the commitment to a slip that was written elsewhere.
    fn sealing(&self) -> Markup {
        let say = |key: &str| self.viewer.say(key);
        self.ask("seal-dialog", "record-seal", "move_sealed", "record-seal-it", &html! {
            (self.sides("colour", "record-seal-whose"))
            div id="seal-slip" {
                p { (say("record-seal-slip")) }
                dl class="rec-slip" lang="" {
                    dt lang=(self.viewer.lang()) { (say("record-seal-point")) } dd id="seal-point" {}
                    dt lang=(self.viewer.lang()) { (say("record-seal-code")) } dd id="seal-code" {}
                }
                p class="note" { (say("record-seal-gone")) }
            }
            div id="seal-elsewhere" {
                p class="note" { (say("record-seal-elsewhere-help")) }
                p class="stacked" {
                    label for="in-commitment" { (say("record-seal-commitment")) }
                    input id="in-commitment" name="commitment" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64";
                }
            }
        })
    }

    /// A sealed move is opened: what stands on the slip.
    fn unsealing(&self) -> Markup {
        let say = |key: &str| self.viewer.say(key);
        let typed = |name: &str, label: &str, longest: u16| {
            html! {
                p class="stacked" {
                    label for={ "in-" (name) } { (say(label)) }
                    input id={ "in-" (name) } name=(name) autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength=(longest);
                }
            }
        };
        self.ask(
            "unseal-dialog",
            "record-unseal",
            "seal_opened",
            "record-unseal-it",
            &html! {
                p { (say("record-unseal-help")) }
                (typed("point", "record-seal-point", 3))
                (typed("nonce", "record-seal-code", 200))
            },
        )
    }

    /// Something else was called in byo-yomi than what was due.
    fn call_asked(&self) -> Markup {
        let say = |key: &str| self.viewer.say(key);
        self.ask("calling-dialog", "record-call-else", "byoyomi_read", "record-call-it", &html! {
            (self.sides("colour", "record-call-whom"))
            fieldset { legend { (say("record-call-what")) } div id="calling-list" class="rec-turn" {} }
            (self.field("other", "record-call-other", "40"))
            (self.check("misread", "record-call-misread", false))
        })
    }

    fn result_asked(&self) -> Markup {
        let say = |key: &str| self.viewer.say(key);
        self.ask(
            "confirm-dialog",
            "record-confirm",
            "result_confirmed",
            "record-confirm-it",
            &html! {
                p class="rec-result" id="confirm-told" {}
                p id="confirm-so-far" {}
                fieldset {
                    legend { (say("record-confirmed-by")) }
                    @for colour in Colour::BOTH {
                        label class="rec-pick" {
                            input type="checkbox" name=(colour.name());
                            span { span class={ "rec-sign " (colour.name()) } aria-hidden="true" {} (self.viewer.texts.colour(colour.name())) }
                        }
                    }
                    label class="rec-pick" { input type="checkbox" name="me" checked; span { (say("record-me")) } }
                }
                p id="confirm-missing" role="status" {}
            },
        )
    }
}
