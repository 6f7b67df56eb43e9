//! Tiles and single proofs: one writing each, and every other one refused.

use super::{
    super::{
        tile::{self, Content, Tile, TileFault},
        tlog_proof::{NotAProof, TlogProof},
        tree::{Node, prove_inclusion},
    },
    Kept, leaf, signed,
};
use proptest::prelude::*;

fn hashes(level: u8, index: u64, width: u16) -> Tile {
    let content = Content::Hashes { level };
    Tile {
        content,
        index,
        width,
    }
}

#[test]
fn a_tile_has_one_path() {
    for (path, tile) in [
        ("tile/0/000", hashes(0, 0, 256)),
        ("tile/0/x001/x234/067", hashes(0, 1_234_067, 256)),
        ("tile/63/999.p/255", hashes(63, 999, 255)),
        ("tile/1/x001/000.p/1", hashes(1, 1000, 1)),
        (
            "tile/0/x018/x446/x744/x073/x709/x551/615",
            hashes(0, u64::MAX, 256),
        ),
    ] {
        assert_eq!(path.parse(), Ok(tile));
        assert_eq!(tile.to_string(), path);
    }
    let entries = Tile {
        content: Content::Entries,
        index: 7,
        width: 3,
    };
    assert_eq!("tile/entries/007.p/3".parse(), Ok(entries));
}

#[test]
fn every_other_writing_of_a_tile_is_refused() {
    for path in [
        "",
        "tile",
        "tile/",
        "tile/0",
        "tile/0/",
        "/tile/0/000",
        "tile/0/000/",
        "tile//000",
        "tile/00/000",
        "tile/+1/000",
        "tile/-1/000",
        "tile/64/000",
        "tile/256/000",
        "tile/a/000",
        "tile/8/0/000",
        "tile/data/000",
        "tile/0/0",
        "tile/0/00",
        "tile/0/0000",
        "tile/0/x000",
        "tile/0/x000/000",
        "tile/0/001/000",
        "tile/0/x001/x000",
        "tile/0/xx01/000",
        "tile/0/x1/000",
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/0/000.p/257",
        "tile/0/000.p/01",
        "tile/0/000.p/",
        "tile/0/000.p",
        "tile/0/000.p/1/",
        "tile/0/000.p/1.p/1",
        "tile/0/000.p/+1",
        "tile/0/000.P/1",
        "tile/entries/000.p/0",
        "tile/Entries/000",
        "tile/0/٠٠٠",
        "tile/0/ 00",
        "tile/0/000 ",
        "tile/0/x018/x446/x744/x073/x709/x551/616",
        "tile/0/x999/x999/x999/x999/x999/x999/x999/999",
        "tile/0/../000",
        "tile/0/x001/../000",
    ] {
        assert!(path.parse::<Tile>().is_err(), "{path}");
    }
}

#[test]
fn a_tree_of_70000_entries_has_the_tiles_that_the_specification_counts() {
    let of = |level: u8, full: bool| {
        let tiles = Tile::all_in(70_000).filter(move |tile| {
            tile.content == Content::Hashes { level } && (tile.width == 256) == full
        });
        tiles.map(|tile| tile.width).collect::<Vec<_>>()
    };
    assert_eq!(of(0, true).len(), 273);
    assert_eq!(of(0, false), [112]);
    assert_eq!((of(1, true).len(), of(1, false)), (1, vec![17]));
    assert_eq!((of(2, true).len(), of(2, false)), (0, vec![1]));
    assert_eq!(Tile::all_in(70_000).count(), 273 + 1 + 1 + 1 + 1);
    // A tree of 256: a full tile and, above it, one of a single hash.
    let all: Vec<Tile> = Tile::all_in(256).collect();
    assert_eq!(all, [hashes(0, 0, 256), hashes(1, 0, 1)]);
}

#[test]
fn a_tile_wider_than_the_tree_or_beside_it_is_in_none() {
    assert!(hashes(0, 0, 5).is_in(5));
    assert!(!hashes(0, 0, 6).is_in(5));
    assert!(!hashes(0, 1, 1).is_in(256));
    assert!(!hashes(1, 0, 1).is_in(255));
    assert!(!hashes(63, u64::MAX, 1).is_in(u64::MAX));
    assert!(!hashes(0, u64::MAX, 256).is_in(u64::MAX));
    assert_eq!(hashes(63, 0, 1).nodes().count(), 0);
    let entries = Tile {
        content: Content::Entries,
        index: 1,
        width: 44,
    };
    assert!(entries.is_in(300) && !entries.is_in(299));
}

#[test]
fn a_tile_of_entries_is_read_whole_or_refused() {
    let mut bytes = Vec::new();
    for entry in [&b"first"[..], b"", &vec![7; 65_535]] {
        tile::write_entry(&mut bytes, entry).unwrap();
    }
    let read = tile::read_entries(&bytes, 3).unwrap();
    assert_eq!(read, [&b"first"[..], b"", &vec![7; 65_535]]);
    let fault = |bytes: &[u8], width| tile::read_entries(bytes, width).unwrap_err();
    assert_eq!(
        fault(&bytes, 4),
        TileFault::CutOff {
            number: 3,
            width: 4
        }
    );
    assert_eq!(
        fault(&bytes[..4], 1),
        TileFault::CutOff {
            number: 0,
            width: 1
        }
    );
    assert_eq!(
        fault(&bytes, 2),
        TileFault::Rest {
            bytes: 65_537,
            width: 2
        }
    );
    assert!(tile::write_entry(&mut bytes, &vec![0; 65_536]).is_err());
    assert!(tile::read_hashes(&[0; 64], 2).is_ok());
    assert!(tile::read_hashes(&[0; 63], 2).is_err() && tile::read_hashes(&[0; 96], 2).is_err());
}

fn proof(index: u64, size: u64) -> TlogProof {
    let kept = Kept::of(size);
    TlogProof {
        extra: None,
        index,
        hashes: prove_inclusion(index, size, kept.node()).unwrap(),
        checkpoint: signed(size),
    }
}

#[test]
fn a_single_proof_comes_back_from_its_text_and_holds() {
    let mut proof = proof(3, 11);
    let text = proof.to_string();
    assert!(
        text.starts_with("c2sp.org/tlog-proof@v1\nindex 3\n"),
        "{text}"
    );
    assert_eq!(TlogProof::read(text.as_bytes()), Ok(proof.clone()));
    assert_eq!(proof.verify(&leaf(3)), Ok(()));
    assert!(proof.verify(&leaf(4)).is_err());
    proof.extra = Some(b"anything".to_vec());
    assert_eq!(TlogProof::read(proof.to_string().as_bytes()), Ok(proof));
}

#[test]
fn a_single_proof_in_any_other_form_is_none() {
    let text = proof(3, 11).to_string();
    let fault = |text: &str| TlogProof::read(text.as_bytes()).unwrap_err();
    assert_eq!(fault(""), NotAProof::Version);
    assert_eq!(fault(&text.replace("@v1", "@v2")), NotAProof::Version);
    assert_eq!(
        fault(&text.replace("index 3", "index 03")),
        NotAProof::Index
    );
    assert_eq!(fault(&text.replace("index 3\n", "")), NotAProof::Index);
    assert_eq!(
        fault(&text.replace("index 3", "extra !\nindex 3")),
        NotAProof::Extra
    );
    assert_eq!(fault(&text.replacen("=\n", "\n", 1)), NotAProof::Hash(1));
    assert_eq!(
        fault("c2sp.org/tlog-proof@v1\nindex 0\n"),
        NotAProof::NoCheckpoint
    );
    let line = format!("{}\n", super::super::base64_of(&leaf(0)));
    let many = text.replace("index 3\n", &format!("index 3\n{}", line.repeat(65)));
    assert_eq!(fault(&many), NotAProof::TooMany);
    assert!(matches!(
        fault(&text.replace("\n\n", "\n\n\n")),
        NotAProof::Checkpoint(_)
    ));
}

proptest! {
    #[test]
    fn a_path_that_is_read_is_the_one_that_is_printed(path in "tile/(entries|[0-9]{1,3})/(x?[0-9]{3}/){0,3}[0-9]{2,4}(\\.p/[0-9]{1,3})?") {
        if let Ok(tile) = path.parse::<Tile>() {
            prop_assert_eq!(tile.to_string(), path);
        }
    }

    #[test]
    fn any_text_is_a_path_or_refused(path in "\\PC{0,80}") {
        let _ = path.parse::<Tile>();
    }

    #[test]
    fn a_tile_comes_back_from_its_path(level in 0_u8..64, index in any::<u64>(), width in 1_u16..=256) {
        let tile = hashes(level, index, width);
        prop_assert_eq!(tile.to_string().parse(), Ok(tile));
        let entries = Tile { content: Content::Entries, ..tile };
        prop_assert_eq!(entries.to_string().parse(), Ok(entries));
    }

    #[test]
    fn each_node_is_computed_from_the_part_of_its_tile(level in 0_u8..12, index in 0_u64..400) {
        static KEPT: std::sync::LazyLock<Kept> = std::sync::LazyLock::new(|| Kept::of(4096));
        let kept = &*KEPT;
        let node = Node { level, index };
        prop_assume!(kept.nodes.contains_key(&node));
        let (tile, part) = Tile::of_node(node);
        let row: Vec<_> = tile.nodes().map(|node| kept.nodes.get(&node).copied()).collect();
        let mut row: Vec<_> = row[part].iter().map(|hash| hash.unwrap()).collect();
        while row.len() > 1 {
            row = row.chunks(2).map(|two| super::super::tree::node_hash(&two[0], &two[1])).collect();
        }
        prop_assert_eq!(row[0], kept.nodes[&node]);
    }

    #[test]
    fn any_bytes_are_a_proof_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut text = b"c2sp.org/tlog-proof@v1\nindex 3\n".to_vec();
        text.extend(&bytes);
        for bytes in [&bytes, &text] {
            if let Ok(proof) = TlogProof::read(bytes) {
                prop_assert_eq!(&proof.to_string().into_bytes(), bytes);
            }
            let _ = tile::read_entries(bytes, 3);
        }
    }
}
