//! A client that talks to a service, and the tokens of whoever hands something in.

use fupan_tests::script::Script;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    net::SocketAddr,
    sync::Mutex,
    time::Duration,
};

/// Nothing takes that long; a test that hangs fails.
const PATIENCE: Duration = Duration::from_mins(2);

/// Who talks to a service.
pub struct Client {
    address: SocketAddr,
    agent: ureq::Agent,
    keeper: String,
    tokens: Mutex<BTreeMap<(String, String), String>>,
}

/// An answer.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.all(name).next().unwrap_or_default()
    }

    /// All values of a header.
    pub fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        let found = self.headers.iter().filter(move |(n, _)| n == name);
        found.map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The body of an answer that went well.
    #[track_caller]
    pub fn ok(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        if self.body.is_empty() {
            Value::Null
        } else {
            self.json()
        }
    }

    /// The problem that an answer is.
    #[track_caller]
    pub fn problem(&self, code: &str) -> Value {
        let problem = self.json();
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(problem["status"], self.status, "{problem}");
        assert_eq!(problem["type"], format!("/problems/{code}"));
        assert_eq!(problem["trace_id"].as_str().unwrap().len(), 32, "{problem}");
        problem
    }
}

/// A request that is being put together.
pub struct Asking<'a> {
    client: &'a Client,
    method: &'static str,
    path: String,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
    stays: bool,
}

impl Asking<'_> {
    /// Does not go where the answer leads.
    pub fn stays(mut self) -> Self {
        self.stays = true;
        self
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn token(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    /// With an official's own token.
    pub fn official(self, ledger: &str, official: &str) -> Self {
        let token = self.client.token(ledger, official);
        self.token(&token)
    }

    pub fn json(self, body: &Value) -> Self {
        self.body("application/json", &body.to_string())
    }

    pub fn body(self, media_type: &str, body: &str) -> Self {
        self.body_bytes(media_type, body.as_bytes())
    }

    pub fn body_bytes(mut self, media_type: &str, body: &[u8]) -> Self {
        self.body = body.to_vec();
        self.header("content-type", media_type)
    }

    pub fn send(self) -> Answer {
        self.try_send().expect("an answer")
    }

    /// The answer, unless the service goes away.
    pub fn try_send(self) -> Option<Answer> {
        let mut response = self.response()?;
        let headers = response.headers().iter().map(|(name, value)| {
            let value = value.to_str().unwrap().to_owned();
            (name.to_string(), value)
        });
        Some(Answer {
            status: response.status().as_u16(),
            headers: headers.collect(),
            body: response.body_mut().read_to_string().ok()?,
        })
    }

    /// The bytes of an answer that went well.
    pub fn bytes(self) -> Vec<u8> {
        let mut response = self.response().expect("an answer");
        assert_eq!(response.status().as_u16(), 200);
        response.body_mut().read_to_vec().unwrap()
    }

    fn response(self) -> Option<ureq::http::Response<ureq::Body>> {
        let mut request = ureq::http::Request::builder()
            .method(self.method)
            .uri(self.client.url(&self.path));
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let request = request.body(self.body).unwrap();
        let agent = &self.client.agent;
        if self.stays {
            let request = agent
                .configure_request(request)
                .max_redirects(0)
                .max_redirects_will_error(false)
                .build();
            return agent.run(request).ok();
        }
        agent.run(request).ok()
    }

    /// The events of a stream, as they come.
    pub fn follow(self) -> Events {
        self.try_follow().expect("an answer")
    }

    /// The same, unless the service goes away.
    pub fn try_follow(self) -> Option<Events> {
        let response = self.response()?;
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Some(Events {
            lines: BufReader::new(response.into_body().into_reader()),
        })
    }
}

/// Events as they come.
pub struct Events {
    lines: BufReader<ureq::BodyReader<'static>>,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub id: u64,
    pub kind: String,
    pub data: String,
}

impl Events {
    /// The next event; what keeps the connection awake is passed over. `None`
    /// once the stream has ended.
    pub fn next(&mut self) -> Option<Event> {
        let (mut id, mut kind, mut data) = (None, String::new(), String::new());
        loop {
            let mut line = String::new();
            match self.lines.read_line(&mut line) {
                Ok(0) => return None,
                Err(error) => {
                    let inner = error
                        .get_ref()
                        .and_then(|e| e.downcast_ref::<ureq::Error>());
                    // Whoever waits for the end must not take his own patience for it.
                    let timed_out = matches!(inner, Some(ureq::Error::Timeout(_)));
                    assert!(!timed_out, "the stream neither went on nor ended");
                    return None;
                }
                Ok(_) => {}
            }
            match line.trim_end_matches('\n').split_once(": ") {
                Some(("id", value)) => id = value.parse().ok(),
                Some(("event", value)) => value.clone_into(&mut kind),
                Some(("data", value)) => value.clone_into(&mut data),
                _ if line == "\n" && id.is_some() => {
                    return Some(Event {
                        id: id?,
                        kind,
                        data,
                    });
                }
                _ => {}
            }
        }
    }

    /// The next so many events.
    pub fn take(&mut self, count: usize) -> Vec<Event> {
        (0..count).map(|_| self.next().expect("an event")).collect()
    }
}

impl Client {
    /// Talks to the service at that address, of which that is the keeper's token.
    pub fn new(address: SocketAddr, keeper: String) -> Client {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .build()
            .into();
        Client {
            address,
            agent,
            keeper,
            tokens: Mutex::default(),
        }
    }

    /// Another who talks to the same service, with a connection of his own.
    pub fn another(&self) -> Client {
        Client::new(self.address, self.keeper.clone())
    }

    /// The service is at another address now.
    pub fn turn_to(&mut self, address: SocketAddr) {
        self.address = address;
    }

    /// The keeper's token.
    pub fn keeper(&self) -> &str {
        &self.keeper
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn asking(&self, method: &'static str, path: &str) -> Asking<'_> {
        Asking {
            client: self,
            method,
            path: path.to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
            stays: false,
        }
    }

    /// Waits until a checkpoint covers so many entries, and answers it.
    pub fn signed(&self, ledger: &str, size: u64) -> String {
        let begun = std::time::Instant::now();
        loop {
            let answer = self.get(&format!("/v1/ledgers/{ledger}/checkpoint")).send();
            let covers = answer
                .body
                .lines()
                .nth(1)
                .and_then(|size| size.parse().ok());
            if answer.status == 200 && covers >= Some(size) {
                return answer.body;
            }
            assert!(begun.elapsed() < PATIENCE, "{answer:?}");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    pub fn get(&self, path: &str) -> Asking<'_> {
        self.asking("GET", path)
    }

    pub fn post(&self, path: &str) -> Asking<'_> {
        self.asking("POST", path)
    }

    pub fn delete(&self, path: &str) -> Asking<'_> {
        self.asking("DELETE", path)
    }

    pub fn other(&self, method: &'static str, path: &str) -> Asking<'_> {
        self.asking(method, path)
    }

    /// An official's token for a ledger, made once.
    pub fn token(&self, ledger: &str, official: &str) -> String {
        let mut tokens = self.tokens.lock().unwrap();
        let key = (ledger.to_owned(), official.to_owned());
        let made = tokens.entry(key).or_insert_with(|| {
            let principal = json!({"role": "official", "official": official, "ledger": ledger});
            self.new_token(&json!({"principal": principal}))
        });
        made.clone()
    }

    /// A token of the keeper's making.
    pub fn new_token(&self, asked: &Value) -> String {
        let answer = self
            .post("/v1/tokens")
            .token(&self.keeper)
            .json(asked)
            .send();
        answer.ok(201)["token"].as_str().unwrap().to_owned()
    }

    /// Opens a ledger with a script's first draft and hands in the rest, each
    /// draft by its own author. Answers the drafts.
    pub fn play(&self, ledger: &str, script: &Script) -> Vec<Value> {
        let drafts = script.drafts();
        self.play_drafts(ledger, &drafts);
        drafts
    }

    /// Opens a ledger with the first of these drafts and hands in the rest.
    pub fn play_drafts(&self, ledger: &str, drafts: &[Value]) {
        let opening = json!({"ledger": ledger, "entry": drafts[0]});
        self.post("/v1/ledgers")
            .token(&self.keeper)
            .json(&opening)
            .send()
            .ok(201);
        let by_author = drafts[1..].chunk_by(|a, b| a["actor"] == b["actor"]);
        for batch in by_author {
            self.hand_in(ledger, batch).ok(201);
        }
    }

    /// Hands in a batch with the token of its first draft's author.
    pub fn hand_in(&self, ledger: &str, drafts: &[Value]) -> Answer {
        let author = drafts[0]["actor"].as_str().unwrap();
        self.post(&format!("/v1/ledgers/{ledger}/entries"))
            .official(ledger, author)
            .json(&json!(drafts))
            .send()
    }
}

/// A stone of the first game, by its recorder.
pub fn stone(id: u128, colour: &str, point: &str) -> Value {
    json!({
        "id": uuid::Uuid::from_u128(id | 0xaaaa_0000_0000_4000_8000_0000_0000_0000).to_string(),
        "stream": "game/r1-b1", "type": "stone_played", "at": "2026-05-01T10:00:00.000Z",
        "actor": "rec-1", "data": {"colour": colour, "point": point},
    })
}
