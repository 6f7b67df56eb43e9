//! The entries cited: where each stands, when it was accepted, its hash and its
//! bytes, and the proof that it is in the ledger, as a text that a program can
//! take out of the page: each stands in a `pre` with its seq.

use super::Page;
use maud::{Markup, html};

impl Page<'_> {
    pub(super) fn entries(&self) -> Markup {
        let ledger = &self.dossier.ledger;
        let with = [
            ("seq", ledger.size.saturating_sub(1).to_string().into()),
            ("hash", ledger.head.to_string().into()),
        ];
        html! {
            p { (self.texts.say("dossier-hash-rule")) }
            p { (self.texts.with("dossier-head", &with)) }
            table class="hashes" {
                thead {
                    tr {
                        @for key in ["label-entry", "label-kind", "label-accepted", "label-sha256"] {
                            th scope="col" { (self.texts.say(key)) }
                        }
                    }
                }
                tbody {
                    @for entry in &self.dossier.story {
                        tr id={ "h" (entry.seq) } {
                            th scope="row" { a href={ "#e" (entry.seq) } { "#" (entry.seq) } }
                            td {
                                (self.texts.word("event", entry.event.type_name())) br;
                                code { (entry.stream) " " (entry.version) }
                            }
                            td class="place" { (self.moment(entry.recorded_at)) }
                            td { code class="hash" { (entry.hash) } }
                        }
                    }
                }
            }
            (self.checkpoint())
            details class="bytes" {
                summary { (self.texts.say("dossier-bytes")) }
                @for entry in &self.dossier.story {
                    h3 { "#" (entry.seq) }
                    pre lang="" { (String::from_utf8_lossy(&entry.bytes)) }
                }
            }
            @if !self.dossier.proofs.is_empty() {
                details class="bytes" {
                    summary { (self.texts.say("dossier-proofs")) }
                    @for (seq, proof) in &self.dossier.proofs {
                        h3 { "#" (seq) }
                        pre class="tlog-proof" data-seq=(seq) lang="" { (proof.to_string()) }
                    }
                }
            }
        }
    }

    /// Which signed checkpoint covers the entries.
    fn checkpoint(&self) -> Markup {
        let last = self.dossier.proofs.last_key_value();
        let Some(checkpoint) = last.map(|(_, proof)| proof.checkpoint.checkpoint()) else {
            return html! { p { (self.texts.say("dossier-unsigned")) } };
        };
        let with = [
            ("size", checkpoint.size().to_string().into()),
            ("origin", checkpoint.origin().to_owned().into()),
            ("root", checkpoint.root().to_string().into()),
        ];
        html! { p { (self.texts.with("dossier-checkpoint", &with)) } }
    }
}
