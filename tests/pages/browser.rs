//! A real browser: headless Chromium, driven by `ChromeDriver`. `.ci/run` installs
//! both, and the checks of accessibility.

use crate::http::venue::Venue;
use fantoccini::{Client, ClientBuilder, Locator, key::Key};
use serde_json::{Value, json};
use std::{
    future::Future,
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Nothing takes that long; a test that hangs fails.
const PATIENCE: Duration = Duration::from_secs(30);

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

    /// Signs in with that token, and goes on to a page.
    pub async fn sign_in(&self, token: &str, next: &str) {
        self.open(&format!("/sign-in?next={next}")).await;
        let field = self.client.find(Locator::Css("#token")).await.unwrap();
        field.send_keys(token).await.unwrap();
        self.click("main form button").await;
        self.until(
            "signed in",
            "return !location.pathname.startsWith('/sign-in')",
        )
        .await;
    }

    /// Touches an element in the middle of the window.
    pub async fn click(&self, css: &str) {
        let shown = format!(
            "const e = document.querySelector({css:?});
             if (!e || e.disabled || !e.checkVisibility()) return false;
             e.scrollIntoView({{block: 'center'}}); return true"
        );
        self.until("something to touch", &shown).await;
        let found = self.client.find(Locator::Css(css)).await.unwrap();
        found.click().await.unwrap_or_else(|e| panic!("{css}: {e}"));
    }

    pub async fn path(&self) -> String {
        let url = self.client.current_url().await.unwrap().to_string();
        url.strip_prefix(&self.venue).unwrap_or(&url).to_owned()
    }

    pub async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.unwrap()
    }

    pub async fn text(&self, css: &str) -> String {
        let script = format!("return document.querySelector({css:?}).innerText");
        self.run(&script).await.as_str().unwrap().to_owned()
    }

    /// Presses keys where the focus is.
    pub async fn press(&self, keys: &str) {
        let focused = self.client.active_element().await.unwrap();
        focused.send_keys(keys).await.unwrap();
    }

    pub async fn press_key(&self, key: Key) {
        self.press(&String::from(char::from(key))).await;
    }

    /// Writes into a field, and sends its form.
    pub async fn press_in(&self, css: &str, text: &str) {
        let field = self
            .client
            .find(fantoccini::Locator::Css(css))
            .await
            .unwrap();
        field.send_keys(text).await.unwrap();
        field
            .send_keys(&String::from(char::from(Key::Enter)))
            .await
            .unwrap();
    }

    /// Waits until a script answers true.
    pub async fn until(&self, what: &str, script: &str) {
        let began = Instant::now();
        while self.run(script).await != json!(true) {
            assert!(began.elapsed() < PATIENCE, "{what}: {script}");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
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

    /// How far the page is wider than the window.
    pub async fn too_wide(&self) -> i64 {
        let script = "return document.documentElement.scrollWidth - window.innerWidth";
        self.run(script).await.as_i64().unwrap()
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
