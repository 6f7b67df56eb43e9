//! What the program says to people in five languages: texts in Fluent files
//! (`api/i18n/*.ftl`, the rule book's in `api/i18n/rulebook/`, its articles in a line each
//! in `api/i18n/articles/`, problems and what audits find in `api/i18n/told/`) within the binary, looked up by keys that name their
//! subject (`result-…`, `order-…`, `dossier-…`). A text that a language lacks is
//! said in English; a test sees to it that none is lacking.
//!
//! Not for what people wrote: that is shown as it stands, see `script`.

pub mod amount;
pub mod foreign;
mod rulebook;
pub mod script;
mod told;
mod words;
pub mod zone;

use crate::text::harmless;
use clap::ValueEnum;
pub use fluent_bundle::FluentValue;
use fluent_bundle::{FluentArgs, FluentResource, concurrent::FluentBundle};
use std::{fmt, sync::OnceLock};
use unic_langid::LanguageIdentifier;

/// The files of a language.
macro_rules! texts {
    ($lang:literal) => {
        concat!(
            include_str!(concat!("../../i18n/", $lang, ".ftl")),
            include_str!(concat!("../../i18n/rulebook/", $lang, ".ftl")),
            include_str!(concat!("../../i18n/articles/", $lang, ".ftl")),
            include_str!(concat!("../../i18n/told/", $lang, ".ftl"))
        )
    };
}

/// A language of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, ValueEnum)]
pub enum Lang {
    /// English.
    #[default]
    #[value(name = "en")]
    En,
    /// Chinese in simplified characters.
    #[value(name = "zh-Hans")]
    ZhHans,
    /// Chinese in traditional characters.
    #[value(name = "zh-Hant")]
    ZhHant,
    /// Japanese.
    #[value(name = "ja")]
    Ja,
    /// Korean.
    #[value(name = "ko")]
    Ko,
}

impl Lang {
    /// All of them, the one that others fall back to first.
    pub const ALL: [Lang; 5] = [Lang::En, Lang::ZhHans, Lang::ZhHant, Lang::Ja, Lang::Ko];

    /// Its tag (BCP 47), as `lang` in HTML has it.
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::ZhHans => "zh-Hans",
            Lang::ZhHant => "zh-Hant",
            Lang::Ja => "ja",
            Lang::Ko => "ko",
        }
    }

    /// The language of a tag as browsers send it: `zh-TW` and `zh-HK` are written in
    /// traditional characters, `zh` alone and `zh-CN` in simplified ones.
    pub fn of_tag(tag: &str) -> Option<Lang> {
        let tag = tag.to_ascii_lowercase();
        let mut parts = tag.split('-');
        match parts.next()? {
            "en" => Some(Lang::En),
            "ja" => Some(Lang::Ja),
            "ko" => Some(Lang::Ko),
            "zh" => {
                let mut traditional = false;
                for part in parts {
                    match part {
                        "hans" => return Some(Lang::ZhHans),
                        "hant" => return Some(Lang::ZhHant),
                        "tw" | "hk" | "mo" => traditional = true,
                        _ => {}
                    }
                }
                Some(if traditional {
                    Lang::ZhHant
                } else {
                    Lang::ZhHans
                })
            }
            _ => None,
        }
    }

    /// Its texts, as the files have them.
    const fn source(self) -> &'static str {
        match self {
            Lang::En => texts!("en"),
            Lang::ZhHans => texts!("zh-Hans"),
            Lang::ZhHant => texts!("zh-Hant"),
            Lang::Ja => texts!("ja"),
            Lang::Ko => texts!("ko"),
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// The texts of one language.
pub struct Texts {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
}

/// What a text is said with: variables by name.
pub type With<'a> = &'a [(&'static str, FluentValue<'a>)];

impl Texts {
    /// The texts of a language.
    pub fn of(lang: Lang) -> &'static Texts {
        static TEXTS: [OnceLock<Texts>; 5] = [const { OnceLock::new() }; 5];
        TEXTS[lang as usize].get_or_init(|| Texts::read(lang))
    }

    fn read(lang: Lang) -> Texts {
        // A file that is only partly readable gives what can be read; a test
        // reads all of each.
        let resource = FluentResource::try_new(lang.source().to_owned())
            .unwrap_or_else(|(readable, _)| readable);
        let locale: LanguageIdentifier = lang.tag().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // The marks that isolate directions of writing would get into copied text;
        // all five languages are written from left to right.
        bundle.set_use_isolating(false);
        bundle.add_resource_overriding(resource);
        Texts { lang, bundle }
    }

    /// The language.
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// A text without variables.
    pub fn say(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// A text with its variables. A key that stands nowhere is said itself.
    pub fn with(&self, key: &str, with: With<'_>) -> String {
        self.find(key, with)
            .or_else(|| Texts::of(Lang::default()).find(key, with))
            .unwrap_or_else(|| key.to_owned())
    }

    /// The text for one word of a closed list, as `role` and `chief_arbiter`;
    /// a word that is new is shown as it stands.
    pub fn word(&self, list: &str, word: &str) -> String {
        let key = format!("{list}-{}", word.replace('_', "-"));
        self.find(&key, &[])
            .or_else(|| Texts::of(Lang::default()).find(&key, &[]))
            .unwrap_or_else(|| word.replace('_', " "))
    }

    fn find(&self, key: &str, with: With<'_>) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let mut args = FluentArgs::with_capacity(with.len());
        for (name, value) in with {
            // What people wrote turns no line of the program's own around.
            let value = match value {
                FluentValue::String(text) => match whole_number(text) {
                    Some(number) => number.into(),
                    None => harmless(text).into(),
                },
                value => value.clone(),
            };
            args.set(*name, value);
        }
        // A variable that is missing shows as `{$name}`: seen, and found by tests.
        let mut errors = Vec::new();
        let said = self
            .bundle
            .format_pattern(pattern, Some(&args), &mut errors);
        Some(said.into_owned())
    }
}

/// A text that is nothing but a number, written as Fluent writes it: by it a text in
/// English can tell one thing from several.
fn whole_number(text: &str) -> Option<u32> {
    let number: u32 = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

#[cfg(test)]
mod tests;
