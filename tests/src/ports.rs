//! Addresses at which a service is begun that must be known before, or must come back.
//! Whoever only needs one listens on port 0 and is told.

use std::{
    net::{Ipv4Addr, SocketAddr, TcpListener},
    sync::atomic::{AtomicU16, Ordering},
};

/// How many ports there are to choose from, all below those that systems hand out.
const PORTS: u16 = 8_000;

/// An address of this machine at which nobody listens, and none whose port the system
/// hands out to whoever asks for any: so nobody takes it meanwhile.
///
/// # Panics
/// When a hundred in a row are taken.
pub fn apart() -> SocketAddr {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = u16::try_from(std::process::id() % u32::from(PORTS)).unwrap_or_default();
    let free = |()| {
        let next = NEXT.fetch_add(1, Ordering::Relaxed) % PORTS;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 20_000 + (first + next) % PORTS));
        TcpListener::bind(address).is_ok().then_some(address)
    };
    let address = std::iter::repeat_n((), 100).find_map(free);
    address.unwrap_or_else(|| panic!("a hundred ports in a row are taken"))
}
