//! A real browser: headless Chromium, driven by `ChromeDriver`. `.ci/run` installs
//! both, and the checks of accessibility.

use crate::http::venue::Venue;
use fantoccini::{Client, ClientBuilder, Locator, elements::Element, key::Key, wd::WindowHandle};
use serde_json::{Value, json};
use std::{
    future::Future,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Nothing takes that long; a test that hangs fails.
const PATIENCE: Duration = Duration::from_mins(1);

/// How long to wait before looking again.
const GLANCE: Duration = Duration::from_millis(30);

/// What is needed where nothing may be loaded and nobody looks.
const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
];

/// A browser that looks at a venue.
pub struct Browser {
    pub client: Client,
    venue: String,
    driver: String,
    session: String,
}

/// `ChromeDriver` as a process of its own, which ends with the test.
struct Driver {
    child: Child,
    url: String,
    profile: tempfile::TempDir,
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended already.
        let _ended = self.child.kill();
        let _status = self.child.wait();
    }
}

fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// The file with the checks of accessibility.
fn axe() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/axe/node_modules/axe-core/axe.min.js")
}

/// Whether there is a browser; with `FUPAN_NO_SKIP` set there must be.
fn is_there(test: &str) -> bool {
    let what = ["chromedriver", "chromium"];
    let missing: Vec<&str> = what
        .into_iter()
        .filter(|n| installed(n).is_none())
        .collect();
    if missing.is_empty() && axe().is_file() {
        return true;
    }
    let missing = format!("{missing:?} or {} is not installed", axe().display());
    assert!(
        std::env::var_os("FUPAN_NO_SKIP").is_none(),
        "{test}: {missing}"
    );
    eprintln!("{test} is passed over: {missing}; .ci/run does it");
    false
}

fn drive() -> Driver {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let child = Command::new(installed("chromedriver").unwrap())
        .arg(format!("--port={port}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let driver = Driver {
        child,
        url: format!("http://127.0.0.1:{port}"),
        profile: tempfile::tempdir().unwrap(),
    };
    let began = Instant::now();
    while ureq::get(format!("{}/status", driver.url)).call().is_err() {
        assert!(began.elapsed() < PATIENCE, "ChromeDriver does not answer");
        std::thread::sleep(Duration::from_millis(50));
    }
    driver
}

/// Looks at a venue with a browser, if there is one.
pub fn look<F: Future<Output = ()>>(test: &str, venue: &Venue, how: impl FnOnce(Browser) -> F) {
    look_at(test, venue.running().address(), how);
}

/// The same at an address, where the venue itself comes and goes.
pub fn look_at<F: Future<Output = ()>>(
    test: &str,
    address: SocketAddr,
    how: impl FnOnce(Browser) -> F,
) {
    if !is_there(test) {
        return;
    }
    let driver = drive();
    let profile = format!("--user-data-dir={}", driver.profile.path().display());
    let mut flags: Vec<String> = FLAGS.map(str::to_owned).to_vec();
    flags.push(profile);
    let options = json!({"args": flags, "binary": installed("chromium").unwrap()});
    let capabilities = json!({"goog:chromeOptions": options});
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let connector = hyper_util::client::legacy::connect::HttpConnector::new();
        let client = ClientBuilder::new(connector)
            .capabilities(capabilities.as_object().unwrap().clone())
            .connect(&driver.url)
            .await
            .expect("a browser");
        let session = client.session_id().await.unwrap().unwrap();
        let browser = Browser {
            client: client.clone(),
            venue: format!("http://{address}"),
            driver: driver.url.clone(),
            session,
        };
        how(browser).await;
        // The driver takes the browser with it, however this ends.
        let _closed = client.close().await;
    });
}

impl Browser {
    pub async fn open(&self, path: &str) {
        self.client
            .goto(&format!("{}{path}", self.venue))
            .await
            .unwrap();
    }

    /// A further window of the same browser, which is driven from now on.
    pub async fn another_window(&self) -> WindowHandle {
        let window = self.client.new_window(false).await.unwrap();
        self.turn_to(&window.handle).await;
        window.handle
    }

    /// Drives that window from now on.
    pub async fn turn_to(&self, window: &WindowHandle) {
        self.client.switch_to_window(window.clone()).await.unwrap();
    }

    /// What every further page of this window runs before its own scripts.
    pub fn before_each_page(&self, source: &str) {
        self.command(
            "Page.addScriptToEvaluateOnNewDocument",
            &json!({"source": source}),
        );
    }

    /// Waits until the page is brought up to date by the ledger.
    pub async fn is_live(&self) {
        let live = "return document.documentElement.dataset.live";
        self.answers(live, "on").await;
    }

    /// Signs in with that token, and goes on to a page.
    pub async fn sign_in(&self, token: &str, next: &str) {
        self.open(&format!("/sign-in?next={next}")).await;
        self.found("#token").await.send_keys(token).await.unwrap();
        self.follow("main form button").await;
        assert!(
            !self.path().await.starts_with("/sign-in"),
            "{}",
            self.text("main").await
        );
    }

    /// An element, once it is there.
    pub async fn found(&self, css: &str) -> Element {
        let wait = self.client.wait().at_most(PATIENCE);
        let found = wait.for_element(Locator::Css(css)).await;
        found.unwrap_or_else(|e| panic!("{css}: {e}"))
    }

    /// Touches an element in the middle of the window.
    pub async fn click(&self, css: &str) {
        let shown = format!(
            "const e = document.querySelector({css:?});
             if (!e || e.disabled || !e.checkVisibility()) return false;
             e.scrollIntoView({{block: 'center'}}); return true"
        );
        self.until("something to touch", &shown).await;
        self.touch(css).await;
    }

    /// Touches what leads to another page, and waits for it: a browser answers a click
    /// before it has left the page that it was made on. It needs no script.
    pub async fn follow(&self, css: &str) {
        let left = self.found("html").await;
        self.touch(css).await;
        self.left(css, &left).await;
    }

    /// Waits until the page is another.
    async fn left(&self, css: &str, page: &Element) {
        let began = Instant::now();
        while page.tag_name().await.is_ok() {
            assert!(began.elapsed() < PATIENCE, "{css} leads nowhere");
            tokio::time::sleep(GLANCE).await;
        }
        self.found("body").await;
    }

    /// What is drawn anew in the moment of the touch is looked for again.
    async fn touch(&self, css: &str) {
        let began = Instant::now();
        while let Err(missed) = self.found(css).await.click().await {
            assert!(began.elapsed() < PATIENCE, "{css}: {missed}");
            tokio::time::sleep(GLANCE).await;
        }
    }

    pub async fn path(&self) -> String {
        let url = self.client.current_url().await.unwrap().to_string();
        url.strip_prefix(&self.venue).unwrap_or(&url).to_owned()
    }

    pub async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    /// The text of an element as it stands. What comes only after an act is waited for
    /// with [`Self::sees`].
    pub async fn text(&self, css: &str) -> String {
        self.found(css).await;
        let script = format!("return document.querySelector({css:?}).innerText");
        self.run(&script).await.as_str().unwrap().to_owned()
    }

    /// Waits until an element says that.
    pub async fn sees(&self, css: &str, said: &str) {
        let script = format!("return document.querySelector({css:?})?.innerText");
        let says = |found: &Value| found.as_str().is_some_and(|text| text.contains(said));
        self.wait_for(&script, &format!("{css} says {said:?}"), says)
            .await;
    }

    /// Waits until a script answers that.
    pub async fn answers(&self, script: &str, expected: impl Into<Value>) {
        let expected = expected.into();
        self.wait_for(script, &expected.to_string(), |found| *found == expected)
            .await;
    }

    /// Waits until a script answers true.
    pub async fn until(&self, what: &str, script: &str) {
        self.wait_for(script, what, |found| *found == json!(true))
            .await;
    }

    /// A page that is left in the middle of the question is asked again.
    async fn wait_for(&self, script: &str, what: &str, enough: impl Fn(&Value) -> bool) {
        let began = Instant::now();
        loop {
            let found = self.client.execute(script, Vec::new()).await;
            if found.as_ref().is_ok_and(&enough) {
                return;
            }
            assert!(
                began.elapsed() < PATIENCE,
                "{what}: {script}: last seen {found:?}"
            );
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Presses keys where the focus is.
    pub async fn press(&self, keys: &str) {
        let focused = self.client.active_element().await.unwrap();
        focused.send_keys(keys).await.unwrap();
    }

    pub async fn press_key(&self, key: Key) {
        self.press(&String::from(char::from(key))).await;
    }

    /// Writes into a field, sends its form, and waits for the answer.
    pub async fn press_in(&self, css: &str, text: &str) {
        let field = self.found(css).await;
        field.send_keys(text).await.unwrap();
        let left = self.found("html").await;
        let enter = String::from(char::from(Key::Enter));
        field.send_keys(&enter).await.unwrap();
        self.left(css, &left).await;
    }

    /// What the browser's own protocol can do beyond `WebDriver`.
    pub fn command(&self, command: &str, parameters: &Value) -> Value {
        let path = format!("{}/session/{}/goog/cdp/execute", self.driver, self.session);
        let body = json!({"cmd": command, "params": parameters}).to_string();
        let mut answer = ureq::post(path).send(body).unwrap();
        serde_json::from_str(&answer.body_mut().read_to_string().unwrap()).unwrap()
    }

    /// How wide the window is, and whether it is night.
    pub fn looks(&self, width: u32, dark: bool) {
        self.command(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false}),
        );
        let value = if dark { "dark" } else { "light" };
        self.command(
            "Emulation.setEmulatedMedia",
            &json!({"features": [{"name": "prefers-color-scheme", "value": value}]}),
        );
    }

    /// As it is printed: on white, without what is only for a screen.
    pub fn on_paper(&self) {
        self.command("Emulation.setEmulatedMedia", &json!({"media": "print"}));
    }

    /// Whether scripts run.
    pub fn scripts(&self, run: bool) {
        let value = json!({"value": !run});
        self.command("Emulation.setScriptExecutionDisabled", &value);
    }

    /// What axe-core finds wrong with the page, in a line each.
    pub async fn violations(&self) -> Vec<String> {
        let checks = std::fs::read_to_string(axe()).unwrap();
        self.client.execute(&checks, Vec::new()).await.unwrap();
        let script = "const done = arguments[arguments.length - 1];
            axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
              .then((r) => done(r.violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3)
                .map((n) => n.target.join(' ') + ' ' + (n.any[0] ? n.any[0].message : '')).join(' | '))))
              .catch((e) => done(['axe: ' + e]));";
        let found = self.client.execute_async(script, Vec::new()).await.unwrap();
        let found = found.as_array().unwrap().iter();
        found.map(|v| v.as_str().unwrap().to_owned()).collect()
    }

    /// What is wrong with the page as it is shown: that it is wider than the window, and
    /// by which elements, and what axe-core finds. Keeps a picture of it.
    pub async fn check(&self, place: &str, wrong: &mut Vec<String>) {
        let too_wide = self.too_wide().await.into_iter();
        let found = too_wide.chain(self.violations().await);
        wrong.extend(found.map(|v| format!("{place}: {v}")));
        self.picture(place);
    }

    /// That the page is wider than the window, by how much, and what reaches out of it.
    pub async fn too_wide(&self) -> Option<String> {
        let script = "
            const over = document.documentElement.scrollWidth - window.innerWidth;
            if (over <= 0) return null;
            const out = [...document.body.querySelectorAll('*')].filter(e =>
                e.getBoundingClientRect().right > window.innerWidth);
            const named = out.map(e => `${e.localName}#${e.id}.${e.classList}`);
            return `wider than the window by ${over}: ${named.join(' ')}`";
        self.run(script).await.as_str().map(str::to_owned)
    }

    /// Keeps a picture of the whole page, where `FUPAN_SCREENSHOTS` names a folder.
    pub fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("FUPAN_SCREENSHOTS") else {
            return;
        };
        let wanted = json!({"captureBeyondViewport": true});
        let taken = self.command("Page.captureScreenshot", &wanted);
        let path = Path::new(&folder).join(format!("{name}.png.base64"));
        std::fs::write(path, taken["value"]["data"].as_str().unwrap()).unwrap();
    }
}
