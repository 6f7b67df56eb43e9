//! The file itself: a zip that climbs, doubles, lies about its sizes or is none.

use crate::{caught, caught_by_that_alone, sound};
use fupan_replay::bundle::{CHECKPOINT, ENTRIES, MANIFEST};
use fupan_tests::handing::{Handed, trusting, verified};
use rawzip::{CompressionMethod, ZipArchiveWriter, path::EntryPath};
use std::io::Write;

/// A zip of parts with any names, none of them packed.
fn zip(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipArchiveWriter::new(Vec::new());
    for (name, bytes) in parts {
        let (mut entry, config) = archive
            .new_file(EntryPath::verbatim(name.as_bytes()))
            .compression_method(CompressionMethod::STORE)
            .start()
            .unwrap();
        let mut writer = config.wrap(&mut entry);
        writer.write_all(bytes).unwrap();
        let (_, descriptor) = writer.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap()
}

#[test]
fn a_part_whose_name_climbs_or_is_not_plain_is_caught_before_anything_is_unpacked() {
    for name in [
        "../entries.jsonl",
        "blobs/../../x",
        "/etc/passwd",
        "a//b",
        "./checkpoint",
        "blobs/.",
        "C:\\x",
        "blobs\\x",
        "check\0point",
        "名",
        "",
    ] {
        let view = verified(&zip(&[(name, b"x"), (MANIFEST, b"{}")]), trusting());
        caught_by_that_alone(&view, "part_name", 0);
    }
}

#[test]
fn a_name_twice_is_caught() {
    let handed = Handed::genuine();
    let mut parts: Vec<(&str, &[u8])> = Vec::new();
    for (name, bytes) in &handed.parts {
        parts.push((name, bytes));
    }
    // Packed or not, and in whatever order, the parts are what counts.
    sound(&verified(&zip(&parts), trusting()));
    parts.push((ENTRIES, b"{}\n"));
    let view = verified(&zip(&parts), trusting());
    caught_by_that_alone(&view, "part_twice", 0);
}

/// Where the directory's line of a part begins.
fn line_of(bytes: &[u8], name: &str) -> usize {
    let places = bytes.windows(4).enumerate();
    let mut lines = places.filter(|(_, four)| four == b"PK\x01\x02");
    let found = lines.find(|(at, _)| bytes[at + 46..].starts_with(name.as_bytes()));
    found.unwrap().0
}

fn set(bytes: &mut [u8], at: usize, value: u32) {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

fn get(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

#[test]
fn more_bytes_or_fewer_than_announced_are_caught() {
    let packed = Handed::genuine().packed();
    let size = line_of(&packed, ENTRIES) + 24;
    for wrong in [1_u32, 100, 50_000_000] {
        for more in [true, false] {
            let mut bytes = packed.clone();
            let said = get(&bytes, size);
            let told = if more {
                said.saturating_add(wrong)
            } else {
                said.saturating_sub(wrong)
            };
            set(&mut bytes, size, told);
            let view = verified(&bytes, trusting());
            let codes: Vec<&str> = view.discrepancies.iter().map(|d| &*d.code).collect();
            let of_file =
                |code: &&&str| ["part_header", "part_bomb", "part_differs"].contains(*code);
            assert!(codes.iter().any(|code| of_file(&code)), "{told}: {codes:?}");
        }
    }
}

#[test]
fn a_part_that_unpacks_to_far_more_than_any_text_is_caught_unread() {
    let mut handed = Handed::genuine();
    handed.put(ENTRIES, vec![b' '; 64 << 20]);
    caught_by_that_alone(&handed.verified(), "part_bomb", 0);
}

#[test]
fn notes_of_any_length_and_lines_without_end_are_not_read_into_memory() {
    let mut handed = Handed::genuine();
    let checkpoint = handed.part(CHECKPOINT).clone();
    let line = checkpoint.split(|b| *b == b'\n').nth(4).unwrap().to_vec();
    let many = [line, vec![b'\n']].concat().repeat(1000);
    handed.put("checkpoints/7", [checkpoint, many].concat());
    caught_by_that_alone(&handed.verified(), "part_too_long", 0);
    let mut handed = Handed::genuine();
    let mut lines = handed.part(ENTRIES).clone();
    lines.resize(900_000, b'\n');
    handed.put(ENTRIES, lines);
    caught(&handed.verified(), "line_short", 0);
}

#[test]
fn a_part_with_another_checksum_or_packed_bytes_turned_is_caught() {
    let packed = Handed::genuine().packed();
    let mut bytes = packed.clone();
    let sum = line_of(&bytes, ENTRIES) + 16;
    let said = get(&bytes, sum);
    set(&mut bytes, sum, said ^ 1);
    caught(&verified(&bytes, trusting()), "part_header", 0);
}

#[test]
fn parts_that_share_bytes_or_stand_elsewhere_than_said_are_caught() {
    let packed = Handed::genuine().packed();
    let (of_entries, of_checkpoint) = (line_of(&packed, ENTRIES), line_of(&packed, CHECKPOINT));
    let mut bytes = packed.clone();
    let other = get(&bytes, of_checkpoint + 42);
    set(&mut bytes, of_entries + 42, other);
    let view = verified(&bytes, trusting());
    let code = &view.discrepancies[0].code;
    assert!(
        ["part_header", "part_overlap"].contains(&code.as_str()),
        "{code}"
    );
}

#[test]
fn bytes_before_between_or_after_the_parts_are_caught() {
    let packed = Handed::genuine().packed();
    let after = [&packed[..], b"more"].concat();
    caught_by_that_alone(&verified(&after, trusting()), "not_a_bundle", 0);
    let before = [b"more", &packed[..]].concat();
    assert!(!verified(&before, trusting()).discrepancies.is_empty());
}

#[test]
fn what_another_reader_would_take_for_another_part_is_caught() {
    let packed = Handed::genuine().packed();
    let line = line_of(&packed, ENTRIES);
    let place = get(&packed, line + 42) as usize;
    // In the directory: a symbolic link, a reserved flag. In the part's own header: a
    // checksum and sizes of its own, another flag. After it: another checksum or size.
    let local_name = usize::from(u16::from_le_bytes([packed[place + 26], packed[place + 27]]));
    let extra = usize::from(u16::from_le_bytes([packed[place + 28], packed[place + 29]]));
    let after = place + 30 + local_name + extra + get(&packed, line + 20) as usize;
    assert_eq!(&packed[after..after + 4], b"PK\x07\x08");
    for (at, bits) in [
        (line + 38, 0o120_000_u32 << 16),
        (line + 8, 1 << 5),
        (place + 14, 1),
        (place + 18, 1),
        (place + 22, 1),
        (place + 6, 1 << 13),
        (after + 4, 1),
        (after + 8, 1),
        (after + 12, 1),
    ] {
        let mut bytes = packed.clone();
        let said = get(&bytes, at);
        set(&mut bytes, at, said ^ bits);
        let view = verified(&bytes, trusting());
        let code = view.discrepancies.first().map(|d| d.code.as_str());
        assert_eq!(code, Some("part_header"), "{at} {bits:o}");
    }
}

#[test]
fn what_is_no_zip_is_no_bundle() {
    for bytes in [&b""[..], b"PK", b"{}\n", &[0; 5000]] {
        let view = verified(bytes, trusting());
        caught_by_that_alone(&view, "not_a_bundle", 0);
    }
    let packed = Handed::genuine().packed();
    for length in [packed.len() - 1, packed.len() / 2, 30] {
        assert!(
            !verified(&packed[..length], trusting())
                .discrepancies
                .is_empty()
        );
    }
}

#[test]
fn a_part_that_no_bundle_has_is_caught() {
    let mut handed = Handed::genuine();
    handed.put("run.exe", b"x".to_vec());
    caught_by_that_alone(&handed.verified(), "part_unknown", 0);
}

#[test]
fn a_bundle_without_what_it_must_have_is_caught() {
    caught(
        &Handed::genuine().without(ENTRIES).verified(),
        "part_missing",
        0,
    );
    caught_by_that_alone(
        &Handed::genuine().without(MANIFEST).verified(),
        "part_missing",
        0,
    );
    let mut handed = Handed::genuine();
    handed.put(MANIFEST, b"{\"bundle\":2}".to_vec());
    caught(&handed.verified(), "manifest_unreadable", 0);
}

#[test]
fn a_checkpoint_filed_under_another_size_is_caught() {
    let mut handed = Handed::genuine();
    let bytes = handed.part(CHECKPOINT).clone();
    handed.put("checkpoints/7", bytes);
    caught(&handed.verified(), "part_misplaced", 0);
}
