//! What a page of another language than English says in Latin letters, apart from
//! what belongs there: what people wrote, ids, points, hashes, commands.

/// Elements of which the text is nobody's language, or their own.
const APART: [&str; 8] = [
    "style",
    "script",
    "code",
    "pre",
    "bdi",
    "blockquote",
    "time",
    "head",
];

/// Elements that have no end.
const VOID: [&str; 13] = [
    "br", "hr", "img", "input", "link", "meta", "col", "path", "line", "circle", "rect", "use",
    "polyline",
];

/// What a page says itself, its labels for whoever hears it read included: without
/// what people wrote, and what is marked as being of a language of its own.
pub fn words_of_the_program(page: &str) -> String {
    let mut said = String::new();
    let mut around: Vec<(&str, bool)> = Vec::new();
    for part in page.split('<').skip(1) {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let name_end = |c: char| c.is_whitespace() || c == '/';
        let is_apart = around.iter().any(|(_, apart)| *apart);
        if let Some(name) = tag.strip_prefix('/') {
            if let Some(at) = around.iter().rposition(|(open, _)| *open == name) {
                around.truncate(at);
            }
        } else {
            let name = tag.split(name_end).next().unwrap_or(tag);
            if !is_apart && let Some(label) = attribute(tag, "aria-label") {
                said.push_str(label);
                said.push(' ');
            }
            if !VOID.contains(&name) && !tag.starts_with('!') {
                let foreign = name != "html" && attribute(tag, "lang").is_some();
                around.push((name, APART.contains(&name) || foreign));
            }
        }
        if !around.iter().any(|(_, apart)| *apart) {
            said.push_str(text);
        }
        said.push(' ');
    }
    said.replace("&amp;", "&")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

/// The Latin words of a text: two letters or more, without a digit beside them,
/// which makes an id, a vertex or an article of them.
pub fn latin_words(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-:.@/_".contains(c);
    text.split(|c| !is_part(c))
        .map(|word| word.trim_matches(|c: char| !c.is_ascii_alphanumeric()))
        .filter(|word| word.chars().filter(char::is_ascii_alphabetic).count() >= 2)
        .filter(|word| !word.contains(|c: char| c.is_ascii_digit()))
        .filter(|word| *word != "UTC")
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_marked_as_somebody_elses_is_apart() {
        let page = r#"<html lang="ja"><head><title>Go</title></head><p aria-label="by hand">裁定 <code>rule</code> won
            <span lang="en">white retook<br>it</span> <bdi lang="">Ann</bdi> D4 r1-b1<br> lost</p></html>"#;
        let said = words_of_the_program(page);
        assert_eq!(latin_words(&said), ["by", "hand", "won", "lost"]);
    }
}
