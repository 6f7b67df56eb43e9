//! The ids and times of the drafts of an import. Both come from the file
//! alone, so that the same file makes the same entries wherever it comes in.

use super::super::RecordError;
use crate::draft::Draft;
use fupan_domain::{
    Timestamp,
    event::Stream,
    ids::{ActorId, EntryId, Sha256},
    sgf::Record,
};
use serde_json::Value;

/// The ids of a file's drafts, or of one of its games: UUIDs of version 8 from
/// the file's hash, the game's number and the draft's.
pub(super) struct EntryIds {
    file: Sha256,
    game: u64,
    next: u64,
}

impl EntryIds {
    /// Those of a game, counted from 0, or of what comes before all games.
    pub fn of(file: Sha256, game: Option<usize>) -> EntryIds {
        let number = |game| u64::try_from(game).unwrap_or(u64::MAX).saturating_add(1);
        EntryIds {
            file,
            game: game.map_or(0, number),
            next: 0,
        }
    }

    /// The next one.
    pub fn next(&mut self) -> EntryId {
        let mut bytes = Vec::with_capacity(64);
        bytes.extend(b"fupan sgf import");
        bytes.extend(self.file.0);
        bytes.extend(self.game.to_be_bytes());
        bytes.extend(self.next.to_be_bytes());
        self.next += 1;
        let hash = Sha256::of(&bytes).0;
        let mut first = [0; 16];
        first.copy_from_slice(&hash[..16]);
        EntryId(uuid::Builder::from_custom_bytes(first).into_uuid())
    }
}

/// A draft with the data of an event.
pub(super) fn event_draft(
    id: EntryId,
    stream: Stream,
    type_name: &'static str,
    (at, actor): (Timestamp, &ActorId),
    data: serde_json::Result<Value>,
) -> Result<Draft, RecordError> {
    let unwritable = |why: String| RecordError::Unwritable { type_name, why };
    match data.map_err(|e| unwritable(e.to_string()))? {
        Value::Object(data) => Ok(Draft {
            id: Some(id),
            stream,
            type_name: type_name.into(),
            at,
            actor: actor.clone(),
            data,
            expect: None,
        }),
        other => Err(unwritable(format!("expected an object, not {other}"))),
    }
}

/// A draft.
pub(super) fn draft(
    id: EntryId,
    stream: Stream,
    type_name: &'static str,
    by: (Timestamp, &ActorId),
    data: Value,
) -> Result<Draft, RecordError> {
    event_draft(id, stream, type_name, by, Ok(data))
}

/// When a game began, as far as its file says: midnight of its date, in UTC;
/// the first of January 1970 where it names none.
pub(super) fn began_at(record: &Record) -> Timestamp {
    date_of(record).unwrap_or_else(unknown_time)
}

/// The time of what has none.
pub(super) fn unknown_time() -> Timestamp {
    #[expect(clippy::expect_used, reason = "1970 has four digits")]
    Timestamp::from_unix_ms(0).expect("1970 has four digits")
}

/// The first date in DT; the first day of a month or year where that is all.
pub(super) fn date_of(record: &Record) -> Option<Timestamp> {
    let text = record.date.as_deref()?;
    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
    let year = numbers.find(|number| number.len() == 4)?;
    let mut part = |most: u32| {
        let part = numbers.next().filter(|part| (1..=2).contains(&part.len()));
        let number = part.and_then(|part| part.parse::<u32>().ok());
        number.filter(|number| (1..=most).contains(number))
    };
    let month = part(12);
    let day = month.and_then(|_| part(31));
    let date = format!("{year}-{:02}-{:02}", month.unwrap_or(1), day.unwrap_or(1));
    format!("{date}T00:00:00.000Z").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_records_write_them() {
        for (text, date) in [
            ("2019-02-19", Some("2019-02-19")),
            ("1996-12-27,28", Some("1996-12-27")),
            ("2018年4月24日", Some("2018-04-24")),
            ("2019/7/5", Some("2019-07-05")),
            ("1996-05", Some("1996-05-01")),
            ("1996", Some("1996-01-01")),
            ("played 2001", Some("2001-01-01")),
            ("2019-02-30", None),
            ("2019-13-01", Some("2019-01-01")),
            ("yesterday", None),
        ] {
            let record = Record {
                date: Some(text.to_owned()),
                ..Record::empty()
            };
            let read = date_of(&record).map(|at| at.to_string());
            let expected = date.map(|date| format!("{date}T00:00:00.000Z"));
            assert_eq!(read, expected, "{text}");
        }
    }

    #[test]
    fn each_draft_of_each_game_of_each_file_has_an_id_of_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        for file in [Sha256::ZERO, Sha256::of(b"other")] {
            for game in [None, Some(0), Some(1)] {
                let mut ids = EntryIds::of(file, game);
                let mut again = EntryIds::of(file, game);
                for _ in 0..3 {
                    let id = ids.next();
                    assert_eq!(id, again.next());
                    assert!(seen.insert(id));
                }
            }
        }
        assert_eq!(seen.len(), 18);
    }
}
