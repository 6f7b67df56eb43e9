//! What is told of each request: one line on stderr that can be read alone, one
//! observation for the figures, and an id under which both sides find it again.
//! Names, tokens and bodies are never told.

use crate::{
    auth::Caller,
    lines::{Answering, Line, Noted},
    live,
    problem::{Problem, kind},
    review, routes,
    service::Service,
};
use actix_web::{
    Error, HttpMessage, HttpRequest,
    body::{BoxBody, MessageBody},
    dev::{ServiceRequest, ServiceResponse},
    http::{
        ConnectionType,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
    middleware::Next,
    web,
};
use std::{
    io,
    net::{IpAddr, Ipv4Addr},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// The part of the framework that reads requests from connections.
const HTTP_LAYER: &str = "actix_http";

/// Standard error, as far as anybody reads it: a line that can't be written is lost,
/// and whoever told it never hears of that. What is answered must not hang on a log.
struct Unheard;

impl io::Write for Unheard {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let _written = io::Write::write_all(&mut io::stderr(), line);
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Begins to tell, as JSON lines on stderr. A second call changes nothing.
///
/// # Errors
/// When the filter makes no sense.
pub fn begin(level: &str) -> Result<(), Problem> {
    let no_filter = |e| Problem::new("config", format!("log.level {level:?} is no filter: {e}"));
    let mut filter = tracing_subscriber::EnvFilter::try_new(level).map_err(no_filter)?;
    if !level.contains(HTTP_LAYER) {
        // What is no request at all is told there as an error, at any stranger's wish.
        let unheard = format!("{HTTP_LAYER}=off").parse();
        filter = filter.add_directive(unheard.map_err(|e| Problem::internal(&e))?);
    }
    let telling = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_env_filter(filter)
        .log_internal_errors(false)
        .with_writer(|| Unheard);
    // Another part of the process may tell already, as in tests.
    let _told_already = telling.try_init();
    Ok(())
}

/// The place of a request in a trace (W3C Trace Context, section 3.2).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    /// The trace: 32 hex digits.
    pub id: String,
    /// This request's part in it: 16 hex digits.
    pub span: String,
    flags: String,
}

impl Trace {
    /// Goes on with the trace that a request names, or begins one.
    pub fn of(headers: &HeaderMap) -> Trace {
        let random = crate::ledger::random().unwrap_or_default();
        let span = hex::encode(&random[..8]);
        let given = headers.get(TRACEPARENT).and_then(|v| v.to_str().ok());
        let (id, flags) = given.and_then(Trace::read).unwrap_or_else(|| {
            (
                hex::encode(crate::ledger::random().unwrap_or_default()),
                "00".to_owned(),
            )
        });
        Trace { id, span, flags }
    }

    fn read(text: &str) -> Option<(String, String)> {
        let mut parts = text.split('-');
        let (version, id, parent, flags) =
            (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let is_hex = |text: &str, len: usize| {
            text.len() == len && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
        };
        let whole = is_hex(version, 2)
            && version != "ff"
            && (version != "00" || parts.next().is_none())
            && is_hex(id, 32)
            && is_hex(parent, 16)
            && is_hex(flags, 2);
        let nothing = |text: &str| text.bytes().all(|b| b == b'0');
        (whole && !nothing(id) && !nothing(parent)).then(|| (id.to_owned(), flags.to_owned()))
    }

    fn header(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&format!("00-{}-{}-{}", self.id, self.span, self.flags)).ok()
    }
}

/// The address of a client: that of the connection, or what the proxy in front
/// says. A proxy appends the address that it saw, so the last one is its own
/// word and those before it are the client's.
pub fn address(request: &HttpRequest, behind_proxy: bool) -> IpAddr {
    let told = || {
        let values = request.headers().get_all("x-forwarded-for");
        let last = values.last()?.to_str().ok()?.rsplit(',').next()?;
        last.trim().parse().ok()
    };
    let forwarded = if behind_proxy { told() } else { None };
    let direct = || request.peer_addr().map(|peer| peer.ip());
    forwarded
        .or_else(direct)
        .unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED))
}

/// Sees a request through: makes out who asks, holds him to his limits, and
/// tells what came of it.
///
/// # Errors
/// None of this program: whatever goes wrong in a handler is told as a problem.
pub async fn follow(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let began = Instant::now();
    let line = request.conn_data::<Arc<Line>>().cloned();
    let mut under_way = line.map(|line| line.begins());
    let body_ended = noted(&mut request);
    let trace = Trace::of(request.headers());
    request.extensions_mut().insert(trace.clone());
    let service = request.app_data::<web::Data<Service>>().cloned();
    let admitted = service
        .as_ref()
        .map_or(Ok(()), |service| admit(request.request(), service));
    let answered = match admitted {
        // The routes take the request over, so nobody else may hold it meanwhile.
        Ok(()) => match review::access::guard(&request, service.as_ref())
            .await
            .and_then(|hidden| routes::parameters::need_known(request.request()).map(|()| hidden))
        {
            Ok(None) => next.call(request).await?.map_into_boxed_body(),
            Ok(Some(ledger)) => live::without(ledger, next.call(request))
                .await?
                .map_into_boxed_body(),
            Err(problem) => request.error_response(problem).map_into_boxed_body(),
        },
        Err(problem) => request.error_response(problem).map_into_boxed_body(),
    };
    let mut answered = routes::problems::told(answered, &trace);
    if review::access::is_marked(answered.request()) {
        // A copy would be looked at again without a record of it.
        let nobody = HeaderValue::from_static("no-store");
        answered.headers_mut().insert(header::CACHE_CONTROL, nobody);
    }
    answered.headers_mut().insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    if let Some(value) = trace.header() {
        answered.headers_mut().insert(TRACEPARENT, value);
    }
    if body_ended.is_some_and(|ended| !ended.load(Ordering::Relaxed)) {
        // The framework would read on to the end of such a body, however far that is.
        let head = answered.response_mut().head_mut();
        head.set_connection_type(ConnectionType::Close);
        if let Some(under_way) = &mut under_way {
            under_way.unread = true;
        }
    }
    if let Some(service) = service {
        tell(&answered, &service, &trace, began);
    }
    Ok(answered.map_body(|_, body| Answering::of(body, under_way).boxed()))
}

/// Whether the body of a request has come to its end, of one that comes in pieces
/// without a length.
fn noted(request: &mut ServiceRequest) -> Option<Arc<AtomicBool>> {
    if !request.headers().contains_key(header::TRANSFER_ENCODING) {
        return None;
    }
    let (payload, ended) = Noted::of(request.take_payload());
    request.set_payload(payload);
    Some(ended)
}

/// Whether a request is answered at all.
fn admit(request: &HttpRequest, service: &Service) -> Result<(), Problem> {
    let address = address(request, service.config.server.behind_proxy);
    if is_watched(request.path()) {
        return Ok(());
    }
    need_short_head(request, service.config.limits.head_bytes)?;
    need_few_connections(request, service, address)?;
    service.rates.address(address)?;
    let caller = Caller::of(request, service).map_err(|problem| match problem.status {
        401 => service.rates.failed(address, problem),
        _ => problem,
    })?;
    if let Some(token) = caller.token_id() {
        service.rates.token(token)?;
    }
    request.extensions_mut().insert(caller);
    Ok(())
}

/// The head of a request, as far as its parts are kept: what is asked for, and each
/// header field with what stands between it and the next one.
fn need_short_head(request: &HttpRequest, most: usize) -> Result<(), Problem> {
    let target = request.uri().path_and_query();
    let target = target.map_or(0, |target| target.as_str().len());
    let fields = request.headers().iter().map(|(name, value)| {
        let bytes = name.as_str().len() + ": \r\n".len() + value.len();
        (name.as_str(), bytes)
    });
    let (mut whole, mut longest) = (target, ("what is asked for", target));
    for field in fields {
        whole += field.1;
        if field.1 > longest.1 {
            longest = field;
        }
    }
    if whole <= most {
        return Ok(());
    }
    let (what, bytes) = longest;
    let detail = format!(
        "the head has {whole} bytes; {most} are the most (limits.head_bytes). The longest part of it is {what}, with {bytes}"
    );
    Err(Problem::new("head_too_large", detail))
}

fn need_few_connections(
    request: &HttpRequest,
    service: &Service,
    address: IpAddr,
) -> Result<(), Problem> {
    let most = service.config.limits.connections_per_address;
    let is_direct = !service.config.server.behind_proxy && request.peer_addr().is_some();
    let (_, own) = service.connections.open(address);
    if is_direct && own > most {
        let detail = format!("this address has {own} connections open; {most} may be");
        return Err(Problem::new("too_many_connections", detail));
    }
    Ok(())
}

/// What the machine that watches over the service asks: never held up, and
/// told only where it fails.
fn is_watched(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz" | "/metrics")
}

fn tell(answered: &ServiceResponse<BoxBody>, service: &Service, trace: &Trace, began: Instant) {
    let request = answered.request();
    let status = answered.status().as_u16();
    let route = request.match_pattern().unwrap_or_else(|| "none".to_owned());
    let method = match request.method().as_str() {
        known @ ("GET" | "HEAD" | "POST" | "DELETE") => known,
        _ => "other",
    };
    let took = began.elapsed();
    // Figures are for everybody, and a review is its reviewers'.
    let counted = !review::access::is_marked(request);
    if counted {
        service
            .metrics
            .requests
            .with_label_values(&[method, &route, answered.status().as_str()])
            .observe(took.as_secs_f64());
    }
    let code = answered
        .response()
        .extensions()
        .get::<Problem>()
        .map(|problem| problem.code);
    if let Some(code) = code.filter(|_| counted) {
        service.metrics.problems.with_label_values(&[code]).inc();
    }
    let duration_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    let ledger = request.match_info().get("ledger").unwrap_or_default();
    let game = request.match_info().get("game").unwrap_or_default();
    let token = request
        .extensions()
        .get::<Caller>()
        .and_then(|caller| caller.token_id().map(str::to_owned))
        .unwrap_or_default();
    macro_rules! line {
        ($level:ident) => {
            tracing::$level!(
                trace.id = trace.id,
                span.id = trace.span,
                http.method = method,
                http.route = route,
                http.status = status,
                ledger.id = ledger,
                game.id = game,
                token.id = token,
                problem.code = code.unwrap_or_default(),
                duration_ms,
                "{method} {route} answered {status} in {duration_ms} ms"
            )
        };
    }
    match code.map(kind) {
        Some(kind) if kind.is_internal() => line!(error),
        _ if is_watched(request.path()) => line!(debug),
        _ => line!(info),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    fn traced(text: &'static str) -> Trace {
        let mut headers = HeaderMap::new();
        headers.insert(TRACEPARENT, HeaderValue::from_static(text));
        Trace::of(&headers)
    }

    #[test]
    fn a_trace_goes_on_and_a_spoilt_one_begins_anew() {
        let id = "4bf92f3577b34da6a3ce929d0e0e4736";
        let good = traced("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        assert_eq!((good.id.as_str(), good.flags.as_str()), (id, "01"));
        assert_ne!(good.span, "00f067aa0ba902b7");
        for spoilt in [
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",
            "nonsense",
        ] {
            let anew = traced(spoilt);
            assert_ne!(anew.id, id, "{spoilt}");
            assert_eq!(anew.id.len(), 32);
        }
    }

    #[test]
    fn only_a_proxy_is_believed_about_the_client_and_only_its_own_word() {
        let request = TestRequest::default()
            .peer_addr("192.0.2.9:1".parse().unwrap())
            .insert_header(("x-forwarded-for", "10.0.0.1, 198.51.100.7"))
            .to_http_request();
        let of = |behind| address(&request, behind).to_string();
        assert_eq!(of(false), "192.0.2.9");
        assert_eq!(of(true), "198.51.100.7");
    }
}
