//! Whoever stands between a mirror and an honest service, and lies.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener},
    sync::{Arc, Mutex},
    thread,
};

/// How a service lies: by the path asked for, another body in place of the true one.
type Lie = Box<dyn Fn(&str, String) -> String + Send + Sync>;

/// Stands between a mirror and an honest service, and lies.
pub struct Liar {
    address: SocketAddr,
    lie: Arc<Mutex<Lie>>,
}

impl Liar {
    pub fn before(service: SocketAddr) -> Liar {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let lie: Arc<Mutex<Lie>> = Arc::new(Mutex::new(Box::new(|_, body| body)));
        let told = lie.clone();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let told = told.clone();
                thread::spawn(move || {
                    let mut reader = BufReader::new(stream.try_clone().unwrap());
                    let (mut asked, mut next) = (String::new(), String::new());
                    while reader.read_line(&mut next).is_ok_and(|n| n > 2) {
                        asked.push_str(&next);
                        next.clear();
                    }
                    let path = asked.split(' ').nth(1).unwrap_or("/").to_owned();
                    let accept = asked.lines().find_map(|line| {
                        let (name, value) = line.split_once(": ")?;
                        name.eq_ignore_ascii_case("accept").then_some(value)
                    });
                    let (status, body) = if path.contains("/events") {
                        (200, String::new())
                    } else {
                        honest(service, &path, accept.unwrap_or("*/*"))
                    };
                    let body = told.lock().unwrap()(&path, body);
                    let answer = format!(
                        "HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
                        body.len()
                    );
                    let _gone = stream.write_all(answer.as_bytes());
                });
            }
        });
        Liar { address, lie }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn tells(&self, lie: impl Fn(&str, String) -> String + Send + Sync + 'static) {
        *self.lie.lock().unwrap() = Box::new(lie);
    }
}

fn honest(service: SocketAddr, path: &str, accept: &str) -> (u16, String) {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    let asked = agent
        .get(format!("http://{service}{path}"))
        .header("Accept", accept);
    let mut answer = asked.call().unwrap();
    let mut body = String::new();
    answer
        .body_mut()
        .as_reader()
        .read_to_string(&mut body)
        .unwrap();
    (answer.status().as_u16(), body)
}
