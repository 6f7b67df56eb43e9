//! A browser whose clock the test sets: it stands still until it is set again.

use crate::pages::browser::Browser;
use serde_json::json;

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
            Date.now = () => {{ try {{ return Number(localStorage.getItem('test-now')) || {ms}; }} catch {{ return {ms}; }} }}"
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
