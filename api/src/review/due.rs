//! What can follow next in a review, as whoever sits at the command line does it:
//! each step with its command. What is due is told by `fupan_domain::review`.

use fupan_domain::review::Due;

/// The command that does it. Words in capitals are for the reader to fill in.
pub fn command(review: &str, due: &Due) -> String {
    match due {
        Due::File { evidence } => format!(
            "fupan evidence add {review} FILE --stream review --evidence {evidence} (with the other options as before)"
        ),
        Due::Figures => format!("fupan review figures {review} --as REVIEWER --record"),
        Due::Note { reviewer } => {
            format!("fupan review note {review} NOTE --keep SEALED --as {reviewer}")
        }
        Due::OpenNote { reviewer } => {
            format!("fupan review open-note {review} SEALED --as {reviewer}")
        }
        Due::Reveal => format!("fupan review reveal {review} --reason REASON --as REVIEWER"),
        Due::Answer { subject } => format!(
            "fupan review answer {review} --subject {subject} --put ASKED --text SAID --as REVIEWER"
        ),
        Due::Conclude => format!(
            "fupan review conclude {review} --conclusion CONCLUSION --rests-on ID --reasons REASONS --as REVIEWER"
        ),
        Due::AnswerAppeal => format!(
            "fupan review answer-appeal {review} --outcome OUTCOME --decided-by WHO --reasons REASONS --as REVIEWER"
        ),
    }
}
