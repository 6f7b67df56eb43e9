//! A device's own clock: one that the test sets, which stands still until it is set
//! again, and one that is wrong.

use super::desk::{begun, recorded};
use crate::{
    http::venue::Venue,
    pages::browser::{Browser, look},
};
use fupan_domain::Timestamp;
use serde_json::{Value, json};

/// So late it was on the first of May, in milliseconds since 1970.
pub fn first_of_may(seconds: i64) -> i64 {
    1_777_593_600_000 + seconds * 1000
}

impl Browser {
    /// From the next page on the browser's clock shows what is set.
    pub fn with_own_clock(&self, ms: i64) {
        // What the service says of its own would put the browser right.
        let source = format!(
            "{{ const get = Headers.prototype.get; Headers.prototype.get = function (name) {{ return name === 'date' ? null : get.call(this, name); }}; }}
            Date.now = () => {{ try {{ return Number(localStorage.getItem('test-now')) || {ms}; }} catch {{ return {ms}; }} }};
            performance.now = () => Date.now() - {ms};"
        );
        self.command(
            "Page.addScriptToEvaluateOnNewDocument",
            &json!({"source": source}),
        );
    }

    pub async fn set_clock(&self, ms: i64) {
        self.run(&format!("localStorage.setItem('test-now', '{ms}')"))
            .await;
    }
}

#[test]
fn a_device_whose_clock_is_wrong_by_an_hour_records_by_the_services() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    let token = venue.token("cup", "rec-1");
    look(
        "a_device_whose_clock_is_wrong_by_an_hour_records_by_the_services",
        &venue,
        |browser| {
            let venue = &venue;
            async move {
                browser.looks(360, false);
                browser.with_clock_off_by(3_600_000);
                browser.record_as(&token).await;
                browser.sees("#trouble", "wrong by ").await;
                // Between 59:55 and 1:00:05, as quickly as it was measured.
                let off = "return Math.abs(fupan.desk.ahead - 3600000) < 5000";
                browser.until("by how much", off).await;
                browser.place("C3").await;
                browser.network(false);
                browser.press_clock().await;
                browser.network(true);
                browser.all_sealed().await;
                let at = |entry: &Value, name: &str| -> Timestamp {
                    serde_json::from_value(entry["entry"][name].clone()).unwrap()
                };
                for entry in &recorded(venue)[1..] {
                    let behind = at(entry, "recorded_at").since(at(entry, "at"));
                    assert!((-5_000..120_000).contains(&behind.0), "{behind:?}: {entry}");
                }
            }
        },
    );
}
