//! Notes, keys and checkpoints: what another verifier accepts of ours, and
//! every signature that proves nothing.

use super::{
    super::{
        checkpoint::{Checkpoint, NotACheckpoint, NotSigned, SignedCheckpoint},
        key::{Algorithm, NotAKey, SignerKey, VerifierKey},
        note::{NotANote, Note, SignatureFault, Signed},
    },
    checkpoint, log_key, name, signed, witness,
};
use proptest::prelude::*;
use signed_note::{StandardVerifier, VerifierList};

/// The key, text and signature of the Go note package's own example.
const PETER: &str = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const PETER_SECRET: &str =
    "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const PETERS_NOTE: &str = "If you think cryptography is the answer to your problem,\n\
    then you don't know what your problem is.\n\
    \n\
    \u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
/// The cosignature of the example in C2SP tlog-cosignature.
const COSIGNED: &str = "example.com/behind-the-sofa\n\
    20852163\n\
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\
    \n\
    \u{2014} example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n\
    \u{2014} witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n";

#[test]
fn the_example_of_the_go_package_is_read_signed_and_verified() {
    let key: SignerKey = PETER_SECRET.parse().unwrap();
    assert_eq!(key.verifier().to_string(), PETER);
    assert_eq!(key.secret_text(), PETER_SECRET);
    assert_eq!(PETER.parse().as_ref(), Ok(key.verifier()));
    let note = Note::read(PETERS_NOTE.as_bytes()).unwrap();
    assert_eq!(note.to_string(), PETERS_NOTE);
    assert_eq!(note.verify(key.verifier()), Ok(Signed { time: None }));
    let mut again = Note::new(note.text().to_owned()).unwrap();
    again.sign(&key, 0);
    assert_eq!(again.to_string(), PETERS_NOTE);
    assert!(!format!("{key:?}").contains("AYEK"), "a secret was shown");
}

#[test]
fn the_example_of_the_specification_is_read_to_the_byte() {
    let read = SignedCheckpoint::read(COSIGNED.as_bytes()).unwrap();
    assert_eq!(read.to_string(), COSIGNED);
    assert_eq!(read.checkpoint().size(), 20_852_163);
    let cosignature = &read.note().signatures()[1];
    assert_eq!(cosignature.bytes().len(), 72);
    assert_eq!(&cosignature.bytes()[..8], &1_679_315_147_u64.to_be_bytes());
}

#[test]
fn another_verifier_accepts_our_checkpoint_beside_cosignatures_it_does_not_know() {
    let mut ours = signed(5);
    ours.note_mut().sign(&witness(1), 1_777_626_000);
    let verifier = StandardVerifier::new(&log_key().verifier().to_string()).unwrap();
    let theirs = signed_note::Note::from_bytes(ours.to_string().as_bytes()).unwrap();
    let (known, unknown) = theirs
        .verify(&VerifierList::new(vec![Box::new(verifier)]))
        .unwrap();
    assert_eq!((known.len(), unknown.len()), (1, 1));
    let theirs = tlog_tiles::Checkpoint::from_bytes(ours.note().text().as_bytes()).unwrap();
    assert_eq!(
        (theirs.origin(), theirs.size()),
        ("go.example/spring-cup", 5)
    );
    assert_eq!(theirs.hash().0, ours.checkpoint().root().0);
}

#[test]
fn a_cosignature_is_over_its_time() {
    let mut ours = signed(5);
    ours.note_mut().sign(&witness(1), 1_777_626_000);
    let key = witness(1).verifier().clone();
    assert_eq!(
        ours.note().verify(&key),
        Ok(Signed {
            time: Some(1_777_626_000)
        })
    );
    let later = ours.to_string().replace("AABp9G", "AABp9H");
    assert_ne!(later, ours.to_string());
    let later = Note::read(later.as_bytes()).unwrap();
    assert!(matches!(
        later.verify(&key),
        Err(SignatureFault::Wrong { .. })
    ));
}

#[test]
fn the_right_name_with_another_id_is_no_signature_of_that_key() {
    let key = log_key().verifier().clone();
    let other = SignerKey::from_seed(key.name().clone(), Algorithm::Ed25519, &[8; 32]);
    let forged = checkpoint(5).sign(&other);
    let found = other.verifier().id();
    assert_eq!(
        forged.note().verify(&key),
        Err(SignatureFault::OtherId {
            name: key.name().clone(),
            found,
            expected: key.id()
        })
    );
    // Nor is one with the right id that another key made.
    let bytes = forged.note().signatures()[0].bytes().to_vec();
    let mut line = key.id().0.to_be_bytes().to_vec();
    line.extend(bytes);
    let line = format!("\u{2014} {} {}\n", key.name(), base64_of(&line));
    let forged = format!("{}\n{line}", forged.note().text());
    let forged = Note::read(forged.as_bytes()).unwrap();
    assert!(matches!(
        forged.verify(&key),
        Err(SignatureFault::Wrong { .. })
    ));
}

fn base64_of(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

#[test]
fn a_signature_twice_over_or_cut_short_proves_nothing() {
    let key = log_key().verifier().clone();
    let whole = signed(5).to_string();
    let (text, line) = whole.split_at(whole.find('\u{2014}').unwrap());
    let doubled = Note::read(format!("{text}{line}{line}").as_bytes()).unwrap();
    assert!(matches!(
        doubled.verify(&key),
        Err(SignatureFault::Doubled { count: 2, .. })
    ));
    let bytes = signed(5).note().signatures()[0].bytes().to_vec();
    for length in [1, 63, 65, 72] {
        let mut cut = key.id().0.to_be_bytes().to_vec();
        cut.extend(bytes.iter().cycle().take(length));
        let cut = format!("{text}\u{2014} {} {}\n", key.name(), base64_of(&cut));
        let cut = Note::read(cut.as_bytes()).unwrap();
        assert!(
            matches!(cut.verify(&key), Err(SignatureFault::Length { found, expected: 64, .. }) if found == length),
            "{length}"
        );
    }
}

#[test]
fn one_key_signs_either_way_without_ambiguity() {
    let plain = SignerKey::from_seed(name("a.example"), Algorithm::Ed25519, &[9; 32]);
    let cosigning = SignerKey::from_seed(name("a.example"), Algorithm::CosignatureV1, &[9; 32]);
    assert_ne!(plain.verifier().id(), cosigning.verifier().id());
    assert_eq!(plain.verifier().public(), cosigning.verifier().public());
    let note = checkpoint(3).sign(&plain);
    assert!(note.note().verify(cosigning.verifier()).is_err());
}

#[test]
fn a_key_whose_id_is_not_its_own_is_refused() {
    let text = log_key().verifier().to_string();
    let (name, rest) = text.split_once('+').unwrap();
    let (id, key) = rest.split_once('+').unwrap();
    let refused = |text: String| text.parse::<VerifierKey>().unwrap_err();
    assert!(matches!(
        refused(format!("{name}+00000000+{key}")),
        NotAKey::Id { .. }
    ));
    assert!(matches!(
        refused(format!("other+{id}+{key}")),
        NotAKey::Id { .. }
    ));
    assert!(matches!(
        refused(format!("{name}+{}+{key}", id.to_uppercase())),
        NotAKey::Verifier
    ));
    assert!(matches!(
        refused(format!("a b+{id}+{key}")),
        NotAKey::Name(_)
    ));
    assert!(matches!(
        refused(format!("{name}+{id}+")),
        NotAKey::Verifier
    ));
    assert!(matches!(
        refused(format!("{name}+{id}+{}", base64_of(&[1; 32]))),
        NotAKey::Bytes
    ));
    assert!(matches!(
        refused(format!("{name}+{id}+{}", base64_of(&[6; 33]))),
        NotAKey::Algorithm(6)
    ));
    // The key of all zeros but one verifies signatures that nobody made.
    let mut weak = [0; 33];
    (weak[0], weak[1]) = (1, 1);
    assert!(matches!(
        refused(format!("{name}+{id}+{}", base64_of(&weak))),
        NotAKey::Bytes
    ));
    assert!("PRIVATE+KEY+x".parse::<SignerKey>().is_err());
}

#[test]
fn a_note_in_any_other_form_is_none() {
    let whole = signed(5).to_string();
    let read = |text: &str| Note::read(text.as_bytes());
    assert!(read(&whole).is_ok());
    assert_eq!(read(""), Err(NotANote::Unsigned));
    assert_eq!(read(whole.trim_end()), Err(NotANote::Line { line: 1 }));
    assert_eq!(read(&whole.replace("\n\n", "\n")), Err(NotANote::Unsigned));
    assert_eq!(read(&format!("{whole}\n")), Err(NotANote::Unsigned));
    assert_eq!(
        read(&format!("{whole}more\n")),
        Err(NotANote::Line { line: 2 })
    );
    assert_eq!(
        read(&whole.replace("\u{2014} ", "- ")),
        Err(NotANote::Line { line: 1 })
    );
    assert_eq!(
        read(&whole.replace("=\n", "\n")),
        Err(NotANote::Line { line: 1 })
    );
    assert!(matches!(
        read(&whole.replace('\n', "\r\n")),
        Err(NotANote::NotText { .. })
    ));
    assert_eq!(Note::read(b"a\xff\n\n"), Err(NotANote::NotText { at: 1 }));
    let line = whole.lines().last().unwrap();
    let many = format!("{whole}{}", format!("{line}\n").repeat(100));
    assert_eq!(read(&many), Err(NotANote::TooMany));
}

#[test]
fn a_checkpoint_in_any_other_form_is_none() {
    let text = checkpoint(5).to_string();
    let read = |text: &str| text.parse::<Checkpoint>();
    assert_eq!(read(&text).unwrap().to_string(), text);
    let root = text.lines().nth(2).unwrap();
    for size in ["05", "+5", "-1", "5 ", "", "18446744073709551616", "0x5"] {
        let other = format!("go.example/spring-cup\n{size}\n{root}\n");
        assert_eq!(read(&other), Err(NotACheckpoint::Size(size.to_owned())));
    }
    assert_eq!(
        read(&text.replacen("go.example/spring-cup", "", 1)),
        Err(NotACheckpoint::Origin)
    );
    assert!(matches!(
        read(&text.replace('=', "")),
        Err(NotACheckpoint::Root(_))
    ));
    assert_eq!(read(text.trim_end()), Err(NotACheckpoint::Lines(2)));
    assert_eq!(read("a\n1\n"), Err(NotACheckpoint::Lines(2)));
    assert_eq!(
        read(&format!("{text}\n")),
        Err(NotACheckpoint::Extension(4))
    );
    assert_eq!(read(&format!("{text}more")), Err(NotACheckpoint::Lines(3)));
    // Extension lines of a foreign log are read and told; ours have none.
    let extended = read(&format!("{text}more\n")).unwrap();
    assert_eq!(extended.extensions(), ["more"]);
    assert_eq!(extended.to_string(), format!("{text}more\n"));
    assert_eq!(
        extended.without_extensions(),
        Err(NotACheckpoint::Extended(1))
    );
}

#[test]
fn a_note_that_is_no_checkpoint_is_told_so() {
    assert!(matches!(
        SignedCheckpoint::read(PETERS_NOTE.as_bytes()),
        Err(NotSigned::Checkpoint(NotACheckpoint::Lines(2)))
    ));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused_and_what_is_read_prints_as_it_was(
        bytes in proptest::collection::vec(any::<u8>(), 0..300)
    ) {
        if let Ok(note) = Note::read(&bytes) {
            prop_assert_eq!(note.to_string().into_bytes(), bytes);
        }
    }

    #[test]
    fn a_checkpoint_with_any_byte_changed_is_refused_or_no_longer_signed(
        at in any::<proptest::sample::Index>(), byte in any::<u8>()
    ) {
        let key = log_key().verifier().clone();
        let mut bytes = signed(9).to_string().into_bytes();
        let at = at.index(bytes.len());
        prop_assume!(bytes[at] != byte);
        bytes[at] = byte;
        if let Ok(read) = SignedCheckpoint::read(&bytes) {
            prop_assert!(read.note().verify(&key).is_err());
            prop_assert_eq!(read.to_string().into_bytes(), bytes);
        }
    }

    #[test]
    fn two_readers_of_notes_agree_on_what_is_signed(
        text in "[ -~\u{4e00}-\u{4eff}\n]{0,60}", seed in any::<[u8; 32]>()
    ) {
        let key = SignerKey::from_seed(name("k.example"), Algorithm::Ed25519, &seed);
        let mut note = Note::new(format!("{text}\n")).unwrap();
        note.sign(&key, 0);
        let bytes = note.to_string().into_bytes();
        let ours = Note::read(&bytes).unwrap();
        prop_assert_eq!(ours.verify(key.verifier()), Ok(Signed { time: None }));
        let verifier = StandardVerifier::new(&key.verifier().to_string()).unwrap();
        let theirs = signed_note::Note::from_bytes(&bytes).unwrap();
        prop_assert_eq!(theirs.text(), ours.text().as_bytes());
        prop_assert!(theirs.verify(&VerifierList::new(vec![Box::new(verifier)])).is_ok());
    }

    #[test]
    fn any_text_is_a_key_or_refused(text in "[ -~]{0,80}") {
        if let Ok(key) = text.parse::<VerifierKey>() {
            prop_assert_eq!(key.to_string(), text);
        }
    }

    #[test]
    fn a_key_comes_back_from_its_text(seed in any::<[u8; 32]>(), cosigns in any::<bool>()) {
        let algorithm = if cosigns { Algorithm::CosignatureV1 } else { Algorithm::Ed25519 };
        let key = SignerKey::from_seed(name("k.example/a"), algorithm, &seed);
        let again: SignerKey = key.secret_text().parse().unwrap();
        prop_assert_eq!(again.verifier(), key.verifier());
        prop_assert_eq!(&key.verifier().to_string().parse::<VerifierKey>().unwrap(), key.verifier());
    }
}
