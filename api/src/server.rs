//! The service as a process: it listens, answers, tidies up now and then, and
//! stops without cutting anybody off.

use crate::{
    auth::NewToken,
    config::Config,
    hold::Hold,
    lines::{self, Line, Lines},
    problem::Problem,
    routes::{self, parameters},
    service::Service,
    telemetry,
    tls::Certificate,
};
use actix_tls::accept::rustls_0_23::TlsStream;
use actix_web::{
    App, HttpServer,
    dev::{Server, ServerHandle},
    middleware::from_fn,
    rt::{System, net::TcpStream},
    web,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustls::ServerConfig;
use std::{
    any::Any,
    io,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener},
    num::NonZeroUsize,
    path::PathBuf,
    sync::{Arc, mpsc},
    thread::{self, JoinHandle},
    time::Duration,
};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// How often idle ledgers and clients are looked for.
const TIDY_EVERY: Duration = Duration::from_secs(30);

/// How long the end of a stop waits for whoever still uses a ledger.
const CLOSE_WITHIN: Duration = Duration::from_secs(5);

/// How many files may be open beside connections: those of ledgers, evidence, threads.
const FILES_OF_OTHERS: usize = 512;

/// How many may be open where the system sets no limit.
const FILES_WANTED: u64 = 1 << 20;

/// The certificate that a service shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its SHA-256.
    pub fingerprint: String,
    /// Its file.
    pub path: PathBuf,
}

/// A service that listens.
pub struct Running {
    address: SocketAddr,
    keeper: Option<NewToken>,
    certificate: Option<Shown>,
    service: web::Data<Service>,
    handle: ServerHandle,
    thread: JoinHandle<io::Result<()>>,
}

impl Running {
    /// Opens a data folder and begins to listen. With `heeds_signals` it stops
    /// when the process is told to.
    ///
    /// # Errors
    /// When the settings make no sense, the folder can't be used or the
    /// address is taken.
    pub fn start(config: Config, heeds_signals: bool) -> Result<Running, Problem> {
        let listen = config.server.listen;
        let told = |e: io::Error| {
            let detail = format!(
                "can't listen on {listen}: {e}: stop what listens there, or choose another address with --listen"
            );
            Problem::new("config", detail)
        };
        config.check()?;
        // Before the keeper's token is made, which could else be shown to nobody.
        let listener = TcpListener::bind(listen).map_err(|e| {
            // Most likely by another service of the same folder.
            let held = Hold::for_verb(&config.server.data).err();
            held.unwrap_or_else(|| told(e))
        })?;
        let (service, keeper) = Service::open(config)?;
        let server = &service.config.server;
        let certificate = if server.tls {
            Some(Certificate::at(&server.data, listen, &server.tls_names)?)
        } else {
            None
        };
        let shown = certificate.as_ref().map(|certificate| Shown {
            fingerprint: certificate.fingerprint.clone(),
            path: certificate.path.clone(),
        });
        let tls = certificate.map(|certificate| certificate.config);
        let address = listener.local_addr().map_err(told)?;
        service.serves_at(&url(from_here(address), shown.is_some()))?;
        let service = web::Data::new(service);
        let (started, starting) = mpsc::channel();
        let thread = {
            let service = service.clone();
            thread::Builder::new()
                .name("service".to_owned())
                .spawn(move || {
                    System::new().block_on(run(service, (listener, tls), heeds_signals, started))
                })
                .map_err(|e| Problem::internal(&e))?
        };
        let ended = |_| Problem::new("internal", "the service ended before it began");
        let handle = starting.recv().map_err(ended)?.map_err(told)?;
        Ok(Running {
            address,
            keeper,
            certificate: shown,
            service,
            handle,
            thread,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The keeper's token, if this was the first start.
    pub fn keeper(&self) -> Option<&NewToken> {
        self.keeper.as_ref()
    }

    /// The certificate that it shows, if it speaks TLS.
    pub fn certificate(&self) -> Option<&Shown> {
        self.certificate.as_ref()
    }

    /// Where it is asked.
    pub fn url(&self) -> String {
        url(self.address, self.certificate.is_some())
    }

    /// What its handlers share.
    pub fn service(&self) -> &Service {
        &self.service
    }

    /// Stops it: what is under way is answered, what is recorded is durable.
    ///
    /// # Errors
    /// When it ended otherwise.
    pub fn stop(self) -> Result<(), Problem> {
        self.service.stop();
        // The command is sent at once; that it was carried out shows in the end of the thread.
        let _carried_out = self.handle.stop(true);
        self.wait()
    }

    /// Waits until it has stopped.
    ///
    /// # Errors
    /// When it ended otherwise.
    pub fn wait(self) -> Result<(), Problem> {
        match self.thread.join() {
            Ok(ended) => ended.map_err(|e| Problem::internal(&e)),
            Err(_) => Err(Problem::new("internal", "the service panicked")),
        }
    }
}

/// Where a service is asked that listens there.
fn url(address: SocketAddr, tls: bool) -> String {
    let scheme = if tls { "https" } else { "http" };
    format!("{scheme}://{address}")
}

/// How this machine calls it: an address that stands for all of them is none to ask.
fn from_here(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(match address {
            SocketAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            SocketAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    address
}

/// Where it listens, and how it speaks TLS there if it does.
type Listening = (TcpListener, Option<ServerConfig>);

async fn run(
    service: web::Data<Service>,
    listening: Listening,
    heeds_signals: bool,
    started: mpsc::Sender<io::Result<ServerHandle>>,
) -> io::Result<()> {
    let server = match server(service.clone(), listening) {
        Ok(server) => server,
        Err(error) => {
            // Whoever started it hears of it; if he has gone, nobody wants to know.
            let _gone = started.send(Err(error));
            return Ok(());
        }
    };
    if heeds_signals {
        // Before anybody hears that it has started: whoever does may stop it at once.
        match signals() {
            Ok(signals) => drop(actix_web::rt::spawn(stop_on_signal(
                signals,
                service.clone(),
                server.handle(),
            ))),
            Err(error) => tracing::error!(
                "signals can't be heeded, the service stops only when it is killed: {error}"
            ),
        }
    }
    let _gone = started.send(Ok(server.handle()));
    let learner = service.clone();
    let learning = web::block(move || learner.learn_kinds());
    let tidying = actix_web::rt::spawn(tidy(service.clone()));
    let looking = actix_web::rt::spawn(look(Arc::clone(&service.lines)));
    let cosigning = actix_web::rt::spawn(cosign(service.clone()));
    let ended = server.await;
    tidying.abort();
    looking.abort();
    cosigning.abort();
    // It stops at the next ledger, and no ledger is opened after all are closed.
    service.stop();
    let _learnt = learning.await;
    let closing = service.clone();
    let left = web::block(move || closing.ledgers.close_all(CLOSE_WITHIN)).await;
    service.leave_folder();
    for name in left.unwrap_or_default() {
        tracing::warn!(ledger.id = %name, "ledger {name} was still in use at the end");
    }
    ended
}

fn server(service: web::Data<Service>, (listener, tls): Listening) -> io::Result<Server> {
    let config = service.config.clone();
    let limits = config.limits;
    let unread = Duration::from_secs(limits.unread_s);
    let (connections, lines) = (Arc::clone(&service.connections), Arc::clone(&service.lines));
    let (workers, most) = room(config.server.workers, limits.connections);
    let held = limits.clone();
    let mut server = HttpServer::new(move || {
        App::new()
            .app_data(service.clone())
            .app_data(
                web::QueryConfig::default()
                    .error_handler(|error, request| parameters::query(&error, request).into()),
            )
            .app_data(
                web::PathConfig::default()
                    .error_handler(|error, request| parameters::path(&error, request).into()),
            )
            .configure(routes::configure)
            .wrap(from_fn(telemetry::follow))
    })
    .on_connect(move |connection, kept| {
        if let Some(stream) = socket(connection) {
            cut_off_unread(stream, unread);
            // Counted as long as the connection lasts.
            if let Ok(peer) = stream.peer_addr() {
                match Line::of(stream, &held, connections.count(peer.ip())) {
                    Ok(line) => {
                        lines.add(&line);
                        kept.insert(line);
                    }
                    Err(error) => tracing::warn!("a connection can't be looked after: {error}"),
                }
            }
        }
    })
    .max_connections(most)
    .tls_handshake_timeout(Duration::from_millis(limits.head_within_ms))
    .client_request_timeout(Duration::from_millis(limits.head_within_ms))
    .keep_alive(Duration::from_secs(limits.keep_alive_s))
    .shutdown_timeout(config.server.stop_within_s)
    .disable_signals();
    server = server.workers(workers);
    let server = match tls {
        Some(tls) => server.listen_rustls_0_23(listener, tls)?,
        None => server.listen(listener)?,
    };
    Ok(server.run())
}

/// How many threads answer, and how many connections each of them may hold: no more
/// than there are files to be opened, since one that can't be opened any more may be
/// a ledger's. Each connection takes two, its socket and the hand on it.
fn room(workers: usize, asked: usize) -> (usize, usize) {
    let workers = match workers {
        0 => thread::available_parallelism().map_or(1, NonZeroUsize::get),
        workers => workers,
    };
    let files = open_files().saturating_sub(FILES_OF_OTHERS).max(64);
    let most = asked.min(files / 2 / workers).max(1);
    if most < asked {
        tracing::warn!(
            "each of {workers} threads holds at most {most} connections, not {asked}: the system lets {files} files be open"
        );
    }
    (workers, most)
}

/// Has the system let as many files be open as it may, and answers how many.
fn open_files() -> usize {
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current < limit.maximum || (limit.current.is_some() && limit.maximum.is_none()) {
        let raised = Rlimit {
            current: limit.maximum.or(Some(FILES_WANTED)),
            ..limit
        };
        if setrlimit(Resource::Nofile, raised).is_ok() {
            limit = raised;
        }
    }
    limit.current.map_or(usize::MAX, |files| {
        usize::try_from(files).unwrap_or(usize::MAX)
    })
}

/// The socket below a connection, whether or not TLS lies between.
fn socket(connection: &dyn Any) -> Option<&TcpStream> {
    if let Some(plain) = connection.downcast_ref::<TcpStream>() {
        return Some(plain);
    }
    let tls = connection.downcast_ref::<TlsStream<TcpStream>>()?;
    Some(tls.get_ref().0)
}

/// Has the system cut off a client that leaves what was sent to it unread: no
/// handler would ever be asked about one.
fn cut_off_unread(stream: &TcpStream, unread: Duration) {
    let socket = socket2::SockRef::from(stream);
    if let Err(error) = socket.set_tcp_user_timeout(Some(unread)) {
        tracing::warn!("can't limit how long sent bytes stay unread: {error}");
    }
}

/// Looks who stays too long between requests.
async fn look(lines: Arc<Lines>) {
    loop {
        tokio::time::sleep(lines::LOOK_EVERY).await;
        lines.look();
    }
}

async fn tidy(service: web::Data<Service>) {
    loop {
        tokio::time::sleep(TIDY_EVERY).await;
        let service = service.clone();
        // The next round tries again what this one left.
        let _left = web::block(move || service.tidy()).await;
    }
}

async fn cosign(service: web::Data<Service>) {
    let every = Duration::from_secs(service.config.proof.witness_every_s.max(1));
    while !service.cosigning.is_empty() {
        tokio::time::sleep(every).await;
        let service = service.clone();
        // The next round asks again for what this one left.
        let _left = web::block(move || service.cosign()).await;
    }
}

/// What tells the process to stop: SIGTERM, and Ctrl-C.
fn signals() -> io::Result<[Signal; 2]> {
    Ok([
        signal(SignalKind::terminate())?,
        signal(SignalKind::interrupt())?,
    ])
}

async fn stop_on_signal(
    [mut terminate, mut interrupt]: [Signal; 2],
    service: web::Data<Service>,
    handle: ServerHandle,
) {
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("stopping: what is under way is answered first");
    service.stop();
    handle.stop(true).await;
}
