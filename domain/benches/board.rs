//! Replays games with board and repetition on one core, and the same games
//! with the `goban` crate and its superko check, in turns in the same run:
//! prints the moves a second of both and their ratio.
//!
//! `FUPAN_GAMES=DIR cargo bench -p fupan-domain --bench board` takes the main
//! lines of the `.sgf` files below DIR; without it, games are made up.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a benchmark reads files and the clock"
)]

use fupan_domain::Colour;
use fupan_domain::board::{Board, History, Point};
use goban::rules::game::Game as GobanGame;
use goban::rules::{CHINESE, GobanSizes, Move};
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

/// Rounds in which each side replays all games once.
const ROUNDS: usize = 15;
/// How long one measurement lasts at least.
const ROUND_MIN: Duration = Duration::from_millis(200);

/// A main line that both boards can follow: sides by turns, nothing forbidden.
struct Game {
    size: u8,
    handicap: Vec<Point>,
    moves: Vec<Option<Point>>,
}

fn main() {
    let (mut games, source) = match std::env::var("FUPAN_GAMES") {
        Ok(folder) => (games_below(Path::new(&folder)), folder),
        Err(_) => (made_up_games(), "made-up games".to_owned()),
    };
    let whole: usize = games.iter().map(|game| game.moves.len()).sum();
    for game in &mut games {
        cut_to_what_both_follow(game);
    }
    games.retain(|game| !game.moves.is_empty());
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    if moves == 0 {
        println!("{source}: no moves to replay");
        return;
    }
    println!("{source}: {} games, {moves} of {whole} moves", games.len());

    let repeats = repeats_for(&games, replay);
    let goban_repeats = repeats_for(&games, replay_goban);
    let (mut own, mut goban, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let ours = moves_a_second(&games, replay, repeats);
        let theirs = moves_a_second(&games, replay_goban, goban_repeats);
        own.push(ours);
        goban.push(theirs);
        ratios.push(ours * 100 / theirs.max(1));
    }
    println!(
        "fupan  {:>12} moves/s (median of {ROUNDS})",
        median(&mut own)
    );
    println!(
        "goban  {:>12} moves/s (median of {ROUNDS})",
        median(&mut goban)
    );
    let ratio = median(&mut ratios);
    println!(
        "ratio  {:>9}.{:02} (at least 2 wanted)",
        ratio / 100,
        ratio % 100
    );
}

/// Board, captures, and for each move whether it repeats a position.
fn replay(game: &Game) {
    let mut board = Board::new(game.size).expect("a size that the board has");
    let mut history = History::new();
    let mut colour = first_colour(game);
    board
        .place(Colour::Black, &game.handicap)
        .expect("handicap stones on empty points");
    history.record(&board, colour);
    let mut repeated = 0_u32;
    for point in &game.moves {
        if let Some(point) = *point {
            let played = board.play(colour, point).expect("a move already checked");
            black_box(&played);
        }
        colour = colour.opponent();
        let repetition = history.record(&board, colour);
        repeated += u32::from(point.is_some() && repetition.positional.is_some());
    }
    black_box((board, repeated));
}

fn replay_goban(game: &Game) {
    let mut goban = goban_at_start(game);
    for point in &game.moves {
        goban
            .try_play(goban_move(*point))
            .expect("a move already checked");
    }
    black_box(goban);
}

fn first_colour(game: &Game) -> Colour {
    if game.handicap.is_empty() {
        Colour::Black
    } else {
        Colour::White
    }
}

fn goban_at_start(game: &Game) -> GobanGame {
    let lines = usize::from(game.size);
    let mut goban = GobanGame::new(GobanSizes::Custom(lines, lines), CHINESE);
    if !game.handicap.is_empty() {
        let coords: Vec<_> = game.handicap.iter().map(|p| (p.row(), p.col())).collect();
        goban.put_handicap(&coords);
    }
    goban
}

fn goban_move(point: Option<Point>) -> Move {
    point.map_or(Move::Pass, |p| Move::Play(p.row(), p.col()))
}

/// Shortens a game to the moves that both boards take, and makes sure that they
/// show the same stones after each.
fn cut_to_what_both_follow(game: &mut Game) {
    let mut board = Board::new(game.size).expect("a size that the board has");
    if game.size > 19 || board.place(Colour::Black, &game.handicap).is_err() {
        game.moves.clear();
        return;
    }
    let mut goban = goban_at_start(game);
    let mut colour = first_colour(game);
    let mut good = 0;
    for &point in &game.moves {
        let follows = match point {
            Some(p) => {
                board.contains(p)
                    && goban.try_play(goban_move(point)).is_ok()
                    && board.play(colour, p).is_ok()
            }
            None => goban.try_play(Move::Pass).is_ok(),
        };
        if !follows {
            break;
        }
        assert_same_stones(&board, &goban);
        colour = colour.opponent();
        good += 1;
    }
    game.moves.truncate(good);
}

fn assert_same_stones(board: &Board, goban: &GobanGame) {
    use goban::pieces::stones::Color;
    for p in board.points() {
        let theirs = goban
            .goban()
            .get_color((p.row(), p.col()))
            .map(|colour| match colour {
                Color::Black => Colour::Black,
                Color::White => Colour::White,
            });
        assert_eq!(board.at(p), theirs, "{p} of {board:?}");
    }
}

/// How often all games must be replayed to fill a measurement.
fn repeats_for(games: &[Game], replay: fn(&Game)) -> u32 {
    let start = Instant::now();
    for game in games {
        replay(game);
    }
    let once = start.elapsed().max(Duration::from_micros(1));
    u32::try_from(ROUND_MIN.as_micros() / once.as_micros() + 1).unwrap_or(u32::MAX)
}

fn moves_a_second(games: &[Game], replay: fn(&Game), repeats: u32) -> u128 {
    let start = Instant::now();
    for _ in 0..repeats {
        for game in games {
            replay(game);
        }
    }
    let moves: usize = games.iter().map(|game| game.moves.len()).sum();
    u128::from(repeats) * (moves as u128) * 1_000_000_000 / start.elapsed().as_nanos().max(1)
}

fn median(values: &mut [u128]) -> u128 {
    values.sort_unstable();
    values[values.len() / 2]
}

fn games_below(folder: &Path) -> Vec<Game> {
    let mut games = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else {
        eprintln!("{}: can't be read as a folder", folder.display());
        return games;
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            games.extend(games_below(&path));
        } else if path.extension().is_some_and(|ending| ending == "sgf")
            && let Ok(bytes) = std::fs::read(&path)
        {
            games.extend(game_of(&bytes));
        }
    }
    games
}

/// The main line of an SGF file, up to what can't be followed here. It reads
/// only size, handicap and moves.
fn game_of(bytes: &[u8]) -> Option<Game> {
    let mut game = Game {
        size: 19,
        handicap: Vec::new(),
        moves: Vec::new(),
    };
    for (name, value) in main_line(bytes) {
        let text = String::from_utf8_lossy(value);
        match name {
            b"SZ" => game.size = text.parse().ok().filter(|size| (2..=25).contains(size))?,
            b"AB" => game.handicap.push(point_of(value, game.size)?),
            b"AW" | b"AE" => return None,
            b"B" | b"W" => {
                let own = first_colour(&game) == Colour::Black;
                let black_to_move = game.moves.len().is_multiple_of(2) == own;
                if black_to_move != (name == b"B") {
                    break;
                }
                game.moves.push(point_of(value, game.size));
            }
            _ => {}
        }
    }
    game.handicap.sort_unstable();
    game.handicap.dedup();
    Some(game)
}

/// The properties of the first variation, name and value, in order.
fn main_line(bytes: &[u8]) -> Vec<(&[u8], &[u8])> {
    let mut properties = Vec::new();
    let mut name = 0..0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'A'..=b'Z' if name.end == at && !name.is_empty() => name.end = at + 1,
            b'A'..=b'Z' => name = at..at + 1,
            b'[' => {
                let start = at + 1;
                at = start;
                while bytes.get(at).is_some_and(|&b| b != b']') {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let end = at.min(bytes.len());
                properties.push((&bytes[name.clone()], &bytes[start..end]));
            }
            b')' => break,
            _ => {}
        }
        at += 1;
    }
    properties
}

/// The point of an SGF value; `None` for a pass.
fn point_of(value: &[u8], size: u8) -> Option<Point> {
    let &[col, row] = value else { return None };
    let col = col.checked_sub(b'a')?;
    let from_top = row.checked_sub(b'a')?;
    let row = size.checked_sub(from_top + 1)?;
    Point::new(col, row).filter(|point| point.is_on(size))
}

/// Games of 19 lines from a fixed seed: stones on random empty points that are
/// no eye of the side to move, as both boards allow them.
fn made_up_games() -> Vec<Game> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % (below as u64)).unwrap_or(0)
    };
    (0..60).map(|_| made_up_game(&mut random)).collect()
}

fn made_up_game(random: &mut impl FnMut(usize) -> usize) -> Game {
    let mut game = Game {
        size: 19,
        handicap: Vec::new(),
        moves: Vec::new(),
    };
    let mut goban = goban_at_start(&game);
    let mut board = Board::new(19).expect("19 lines");
    for colour in Colour::BOTH.into_iter().cycle().take(280) {
        let open: Vec<Point> = board.points().filter(|&p| board.at(p).is_none()).collect();
        let found = (0..50).map(|_| open[random(open.len())]).find(|&p| {
            !is_eye(&board, p, colour) && goban.check_point((p.row(), p.col())).is_none()
        });
        let Some(point) = found else { break };
        goban.play(goban_move(Some(point)));
        board.play(colour, point).expect("an empty point");
        game.moves.push(Some(point));
    }
    game
}

fn is_eye(board: &Board, p: Point, colour: Colour) -> bool {
    let beside = [(0, 1), (1, 0), (2, 1), (1, 2)];
    beside.into_iter().all(|(col, row)| {
        let point = (p.col() + col)
            .checked_sub(1)
            .zip((p.row() + row).checked_sub(1))
            .and_then(|(col, row)| Point::new(col, row))
            .filter(|&q| board.contains(q));
        point.is_none_or(|q| board.at(q) == Some(colour))
    })
}
