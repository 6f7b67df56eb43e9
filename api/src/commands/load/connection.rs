//! A connection to the service that is kept, as a tablet keeps its own.

use crate::problem::Problem;
use http_body_util::{BodyExt, Full};
use hyper::{
    Request, Response, Uri,
    body::{Bytes, Incoming},
    client::conn::http1::{self, SendRequest},
    header,
};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// Host and port of a service's URL.
///
/// # Errors
/// When it is none, or not in the clear: what TLS takes is not measured here.
pub(super) fn authority(url: &str) -> Result<String, Problem> {
    let uri: Option<Uri> = url.parse().ok();
    let parts = uri.and_then(|uri| Some((uri.scheme_str()?.to_owned(), uri.authority()?.clone())));
    match parts {
        Some((scheme, authority)) if scheme == "http" => {
            let port = authority.port_u16().unwrap_or(80);
            Ok(format!("{}:{port}", authority.host()))
        }
        _ => {
            let detail = format!("--server {url}: expected http, as http://127.0.0.1:8080");
            Err(Problem::new("usage", detail))
        }
    }
}

/// A connection.
pub(super) struct Connection {
    sender: SendRequest<Full<Bytes>>,
    authority: String,
}

impl Connection {
    /// Connects.
    ///
    /// # Errors
    /// When the service does not take it.
    pub async fn to(authority: &str) -> Result<Connection, Problem> {
        let stream = TcpStream::connect(authority)
            .await
            .map_err(|e| broken(&e))?;
        stream.set_nodelay(true).map_err(|e| broken(&e))?;
        let (sender, connection) = http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|e| broken(&e))?;
        tokio::task::spawn_local(async move {
            // Whoever waits for an answer hears of its end.
            let _ended = connection.await;
        });
        Ok(Connection {
            sender,
            authority: authority.to_owned(),
        })
    }

    /// Asks for something that does not end by itself.
    ///
    /// # Errors
    /// When the connection breaks.
    pub async fn get(&mut self, path: &str) -> Result<Response<Incoming>, Problem> {
        let request = Request::get(path).header(header::HOST, &self.authority);
        let request = request.body(Full::default());
        self.send(request.map_err(|e| Problem::internal(&e))?).await
    }

    /// Hands in JSON, and reads the whole answer: its status and body.
    ///
    /// # Errors
    /// When the connection breaks.
    pub async fn post(
        &mut self,
        path: &str,
        token: &str,
        body: Bytes,
    ) -> Result<(u16, Bytes), Problem> {
        let request = Request::post(path)
            .header(header::HOST, &self.authority)
            .header(header::AUTHORIZATION, format!("Bearer {token}"))
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::new(body))
            .map_err(|e| Problem::internal(&e))?;
        let answer = self.send(request).await?;
        let status = answer.status().as_u16();
        let body = answer.into_body().collect().await.map_err(|e| broken(&e))?;
        Ok((status, body.to_bytes()))
    }

    async fn send(&mut self, request: Request<Full<Bytes>>) -> Result<Response<Incoming>, Problem> {
        self.sender.ready().await.map_err(|e| broken(&e))?;
        self.sender
            .send_request(request)
            .await
            .map_err(|e| broken(&e))
    }
}

/// A connection that broke.
pub(super) fn broken(error: &impl std::fmt::Display) -> Problem {
    Problem::new("server", error.to_string())
}
