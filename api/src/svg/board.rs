//! A board with its stones: flat, black `#161616` and white with a black rim;
//! what is marked is marked by shape, number or letter, never by colour alone.
//! Draws what it is given and knows no rules.

use fupan_domain::{
    Colour,
    board::{Board, Point},
};
use maud::{Markup, html};
use std::fmt::Write;

/// Units between two lines. All measures are whole units.
const CELL: u32 = 40;
/// From the outermost line to the edge of the wood.
const EDGE: u32 = 34;
/// What the coordinates take further out, on each side.
const NAMES: u32 = 26;
/// Radius of a stone: its rim lies within half a cell.
const STONE: u32 = 19;
/// Ink of lines, black stones and rims.
const BLACK: &str = "#161616";
/// White stones.
const WHITE: &str = "#fdfdfa";

/// A board to be drawn.
#[derive(Clone, Debug)]
pub struct BoardDrawing<'a> {
    /// What stands on it.
    pub board: &'a Board,
    /// The point of the last move.
    pub last: Option<Point>,
    /// Numbers of moves on their points.
    pub numbers: &'a [(Point, usize)],
    /// Marks.
    pub marks: &'a [(Point, Mark)],
    /// Whether the lines carry their letters and numbers.
    pub coordinates: bool,
    /// Whether it is seen from the other side, A1 being at the top right.
    pub turned: bool,
    /// What the ids of title and description begin with: unique in a page.
    pub id: &'a str,
    /// What it shows, in a few words.
    pub title: &'a str,
    /// What it shows, for those who don't see it.
    pub description: &'a str,
}

/// A mark on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A ring.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// Two crossed strokes.
    Cross,
    /// A letter or two.
    Label(String),
}

/// Draws a board.
pub fn draw(drawing: &BoardDrawing<'_>) -> Markup {
    let grid = Grid::of(drawing);
    let (title, description) = (
        format!("{}-title", drawing.id),
        format!("{}-description", drawing.id),
    );
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="board" role="img"
            aria-labelledby={ (title) " " (description) }
            viewBox={ "0 0 " (grid.side()) " " (grid.side()) }
            width=(grid.side()) height=(grid.side()) {
            title id=(title) { (drawing.title) }
            desc id=(description) { (drawing.description) }
            rect class="wood" width=(grid.side()) height=(grid.side()) fill="#e3bf7a" {}
            path class="lines" d=(grid.lines()) fill="none" stroke=(BLACK) stroke-width="2"
                stroke-linecap="square" {}
            @for point in hoshi(grid.size) {
                circle class="hoshi" cx=(grid.x(point)) cy=(grid.y(point)) r="6" fill=(BLACK) {}
            }
            @if drawing.coordinates { (grid.names()) }
            g class="stones" { (stones(&grid, drawing.board)) }
            g class="marks" font-family="system-ui, sans-serif" font-weight="600" text-anchor="middle" {
                @if let Some(point) = drawing.last.filter(|p| p.is_on(grid.size)) {
                    (last(&grid, drawing, point))
                }
                @for (point, mark) in drawing.marks.iter().filter(|(p, _)| p.is_on(grid.size)) {
                    (marked(&grid, drawing.board, *point, mark))
                }
                @for (point, number) in drawing.numbers.iter().filter(|(p, _)| p.is_on(grid.size)) {
                    (written(&grid, *point, &number.to_string(), ink(drawing.board, *point), false))
                }
            }
        }
    }
}

/// Where the lines lie.
struct Grid {
    size: u8,
    /// From the edge of the drawing to the outermost line.
    margin: u32,
    turned: bool,
}

impl Grid {
    fn of(drawing: &BoardDrawing<'_>) -> Grid {
        Grid {
            size: drawing.board.size(),
            turned: drawing.turned,
            margin: if drawing.coordinates {
                EDGE + NAMES
            } else {
                EDGE
            },
        }
    }

    /// From the first line to the last.
    fn span(&self) -> u32 {
        u32::from(self.size.saturating_sub(1)) * CELL
    }

    fn side(&self) -> u32 {
        self.span() + 2 * self.margin
    }

    fn x(&self, point: Point) -> u32 {
        self.along(point.col(), self.turned)
    }

    fn y(&self, point: Point) -> u32 {
        self.along(point.row(), !self.turned)
    }

    /// The place of a line, counted from the first or from the last.
    fn along(&self, line: u8, from_last: bool) -> u32 {
        let far = u32::from(line) * CELL;
        if from_last {
            self.margin + self.span() - far.min(self.span())
        } else {
            self.margin + far
        }
    }

    fn lines(&self) -> String {
        let (first, last) = (self.margin, self.margin + self.span());
        let mut path = String::new();
        for line in 0..u32::from(self.size) {
            let at = self.margin + line * CELL;
            // Writing to a String can't fail.
            let _ = write!(path, "M{first} {at}H{last}M{at} {first}V{last}");
        }
        path
    }

    /// The letters and numbers of the lines, on all four sides.
    fn names(&self) -> Markup {
        let (near, far) = (NAMES - 4, self.side() - NAMES + 4);
        html! {
            g class="names" font-family="system-ui, sans-serif" font-size="20" text-anchor="middle"
                fill="#3d2f10" aria-hidden="true" {
                @for point in (0..self.size).filter_map(|line| Point::new(line, line)) {
                    @let name = point.to_string();
                    @let (letter, number) = name.split_at(1);
                    @for y in [near, far] {
                        text x=(self.x(point)) y=(y + 7) { (letter) }
                    }
                    @for x in [near, far] {
                        text x=(x) y=(self.y(point) + 7) { (number) }
                    }
                }
            }
        }
    }
}

/// The dots of a board: the corners from 7 lines on, the middle of an odd board
/// from 5 lines on, and the middles of the sides from 15 lines on.
fn hoshi(size: u8) -> Vec<Point> {
    let corner = if size >= 13 { 3 } else { 2 };
    let mut lines = Vec::new();
    if size >= 7 {
        lines.extend([corner, size - 1 - corner]);
    }
    let middle = (size % 2 == 1 && size >= 5).then_some(size / 2);
    let mut dots: Vec<(u8, u8)> = lines
        .iter()
        .flat_map(|col| lines.iter().map(move |row| (*col, *row)))
        .collect();
    if let Some(middle) = middle {
        dots.push((middle, middle));
        if size >= 15 {
            dots.extend(lines.iter().flat_map(|l| [(*l, middle), (middle, *l)]));
        }
    }
    dots.sort_unstable();
    let point = |(col, row)| Point::new(col, row);
    dots.into_iter().filter_map(point).collect()
}

fn points(size: u8) -> impl Iterator<Item = Point> {
    (0..size)
        .rev()
        .flat_map(move |row| (0..size).filter_map(move |col| Point::new(col, row)))
}

/// A group a side, so that what its stones share is written once.
fn stones(grid: &Grid, board: &Board) -> Markup {
    let own = |colour| points(grid.size).filter(move |point| board.at(*point) == Some(colour));
    html! {
        @for (colour, class, fill) in [(Colour::Black, "black", BLACK), (Colour::White, "white", WHITE)] {
            g class=(class) fill=(fill) stroke=(BLACK) stroke-width="2" {
                @for point in own(colour) {
                    circle cx=(grid.x(point)) cy=(grid.y(point)) r=(STONE - 1) {}
                }
            }
        }
    }
}

/// The ink that is seen on a point: white on a black stone, else black.
fn ink(board: &Board, point: Point) -> &'static str {
    match board.at(point) {
        Some(Colour::Black) => WHITE,
        Some(Colour::White) | None => BLACK,
    }
}

/// The last move has a ring, unless its number or a mark stands there.
fn last(grid: &Grid, drawing: &BoardDrawing<'_>, point: Point) -> Markup {
    let numbers = drawing.numbers.iter().map(|(p, _)| *p);
    let mut taken = numbers.chain(drawing.marks.iter().map(|(p, _)| *p));
    if taken.any(|p| p == point) {
        return html! {};
    }
    ring(grid, point, STONE / 2, ink(drawing.board, point), "last")
}

fn ring(grid: &Grid, point: Point, radius: u32, ink: &str, class: &str) -> Markup {
    html! {
        circle class=(class) cx=(grid.x(point)) cy=(grid.y(point)) r=(radius) fill="none"
            stroke=(ink) stroke-width="3" {}
    }
}

fn marked(grid: &Grid, board: &Board, point: Point, mark: &Mark) -> Markup {
    let (x, y) = (grid.x(point), grid.y(point));
    let ink = ink(board, point);
    let path = match mark {
        Mark::Circle => return ring(grid, point, 11, ink, "mark"),
        Mark::Label(text) => return written(grid, point, text, ink, board.at(point).is_none()),
        Mark::Square => format!("M{} {}h18v18h-18z", x - 9, y - 9),
        Mark::Triangle => format!("M{x} {}l11 19h-22z", y - 13),
        Mark::Cross => format!("M{} {}l18 18m0-18l-18 18", x - 9, y - 9),
    };
    html! { path class="mark" d=(path) fill="none" stroke=(ink) stroke-width="3" {} }
}

/// A number or a letter; on an empty point the lines behind it are covered.
fn written(grid: &Grid, point: Point, text: &str, ink: &str, cover: bool) -> Markup {
    let (x, y) = (grid.x(point), grid.y(point));
    let (size, down) = match text.chars().count() {
        0..=2 => (22, 8),
        _ => (17, 6),
    };
    html! {
        @if cover { circle class="wood" cx=(x) cy=(y) r="15" fill="#e3bf7a" {} }
        text x=(x) y=(y + down) font-size=(size) fill=(ink) { (text) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawing<'a>(board: &'a Board, marks: &'a [(Point, Mark)]) -> BoardDrawing<'a> {
        BoardDrawing {
            board,
            last: None,
            numbers: &[],
            marks,
            coordinates: true,
            turned: false,
            id: "b1",
            title: "A board",
            description: "Two stones",
        }
    }

    fn at(text: &str) -> Point {
        text.parse().unwrap()
    }

    #[test]
    fn a_small_board_with_everything_on_it() {
        let rows = [".....", ".XO..", ".XXO.", "..O..", "....."];
        let board = Board::from_rows(&rows).unwrap();
        let marks = [
            (at("B4"), Mark::Triangle),
            (at("C4"), Mark::Square),
            (at("A1"), Mark::Cross),
            (at("E5"), Mark::Circle),
            (at("E1"), Mark::Label("a".to_owned())),
        ];
        let numbers = [(at("B3"), 108), (at("C2"), 9)];
        let drawn = draw(&BoardDrawing {
            last: Some(at("D3")),
            numbers: &numbers,
            ..drawing(&board, &marks)
        });
        insta::assert_snapshot!(drawn.into_string().replace("><", ">\n<"));
    }

    #[test]
    fn a_turned_board_is_the_same_seen_from_the_other_side() {
        let board = Board::from_rows(&["X..", "...", "..."]).unwrap();
        let turned = draw(&BoardDrawing {
            turned: true,
            ..drawing(&board, &[])
        });
        let opposite = Board::from_rows(&["...", "...", "..X"]).unwrap();
        let stone = |drawn: &str| {
            let (_, stones) = drawn.split_once("class=\"black\"").unwrap();
            let (_, first) = stones.split_once("<circle").unwrap();
            first[..20].to_owned()
        };
        let expected = draw(&drawing(&opposite, &[])).into_string();
        assert_eq!(stone(&turned.into_string()), stone(&expected));
    }

    #[test]
    fn every_size_is_drawn_whole() {
        for size in 2..=25_u8 {
            let board = Board::new(size).unwrap();
            let drawn = draw(&drawing(&board, &[])).into_string();
            let side = 2 * (EDGE + NAMES) + (u32::from(size) - 1) * CELL;
            assert!(drawn.contains(&format!("viewBox=\"0 0 {side} {side}\"")));
            let names = drawn.matches("<text").count();
            assert_eq!(names, usize::from(size) * 4, "{size}");
        }
    }

    #[test]
    fn the_dots_are_where_players_look_for_them() {
        let names = |size| {
            let names = hoshi(size).into_iter().map(|p| p.to_string());
            names.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(19), "D4 D10 D16 K4 K10 K16 Q4 Q10 Q16");
        assert_eq!(names(13), "D4 D10 G7 K4 K10");
        assert_eq!(names(9), "C3 C7 E5 G3 G7");
        assert_eq!(names(5), "C3");
        assert_eq!(names(8), "C3 C6 F3 F6");
        assert_eq!(names(4), "");
    }

    #[test]
    fn a_point_off_the_board_is_not_drawn() {
        let board = Board::new(5).unwrap();
        let marks = [(at("Q16"), Mark::Cross)];
        let off = draw(&BoardDrawing {
            last: Some(at("F1")),
            numbers: &[(at("T19"), 3)],
            ..drawing(&board, &marks)
        });
        let none = draw(&drawing(&board, &[]));
        assert_eq!(off.into_string(), none.into_string());
    }

    #[test]
    fn words_from_outside_are_escaped() {
        let board = Board::new(2).unwrap();
        let marks = [(at("A1"), Mark::Label("<b>".to_owned()))];
        let drawn = draw(&BoardDrawing {
            title: "<script>",
            description: "a & b",
            ..drawing(&board, &marks)
        });
        let drawn = drawn.into_string();
        assert!(drawn.contains("&lt;script&gt;") && drawn.contains("a &amp; b"));
        assert!(drawn.contains("&lt;b&gt;") && !drawn.contains("<b>"));
    }
}
