//! How much one client may ask for: requests a second by address and by token,
//! failed sign-ins, event streams, connections.

use crate::{
    config::{Limits, Rates},
    problem::Problem,
};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv6Addr},
    num::NonZeroU32,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The address by which a client is counted. With IPv6 a client has a whole
/// network of 64 bits to choose addresses from.
fn counted(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        },
    }
}

/// The rates of all clients.
pub struct RateLimits {
    addresses: Option<DefaultKeyedRateLimiter<IpAddr>>,
    tokens: Option<DefaultKeyedRateLimiter<String>>,
    failures: Option<DefaultKeyedRateLimiter<IpAddr>>,
}

fn per_second(rate: u32, burst: u32) -> Option<Quota> {
    let rate = NonZeroU32::new(rate)?;
    Some(Quota::per_second(rate).allow_burst(NonZeroU32::new(burst).unwrap_or(rate)))
}

impl RateLimits {
    /// Limits by those settings.
    pub fn new(rates: &Rates) -> RateLimits {
        let failures = NonZeroU32::new(rates.failures_per_min).map(Quota::per_minute);
        RateLimits {
            addresses: per_second(rates.address_per_s, rates.address_burst).map(RateLimiter::keyed),
            tokens: per_second(rates.token_per_s, rates.token_burst).map(RateLimiter::keyed),
            failures: failures.map(RateLimiter::keyed),
        }
    }

    /// Counts a request of an address.
    ///
    /// # Errors
    /// When it made too many.
    pub fn address(&self, address: IpAddr) -> Result<(), Problem> {
        match &self.addresses {
            Some(limit) if limit.check_key(&counted(address)).is_err() => Err(Problem::new(
                "too_many_requests",
                "this address makes more requests a second than it may",
            )),
            _ => Ok(()),
        }
    }

    /// Counts a request with a token.
    ///
    /// # Errors
    /// When it made too many.
    pub fn token(&self, id: &str) -> Result<(), Problem> {
        match &self.tokens {
            Some(limit) if limit.check_key(&id.to_owned()).is_err() => Err(Problem::new(
                "too_many_requests",
                "this token makes more requests a second than it may",
            )),
            _ => Ok(()),
        }
    }

    /// Counts a sign-in that failed, and answers what is to be told of it. One
    /// that succeeds is never held up by others of the same address that fail.
    pub fn failed(&self, address: IpAddr, problem: Problem) -> Problem {
        match &self.failures {
            Some(limit) if limit.check_key(&counted(address)).is_err() => Problem::new(
                "too_many_failures",
                "too many sign-ins of this address failed: try again in a minute",
            ),
            _ => problem,
        }
    }

    /// Forgets those who have not been heard of for a while.
    pub fn forget_idle(&self) {
        if let Some(limit) = &self.addresses {
            limit.retain_recent();
        }
        if let Some(limit) = &self.tokens {
            limit.retain_recent();
        }
        if let Some(limit) = &self.failures {
            limit.retain_recent();
        }
    }
}

/// How many of something are open, by address: event streams, connections.
#[derive(Debug, Default)]
pub struct Tally {
    open: Mutex<BTreeMap<IpAddr, usize>>,
}

/// Something that is open; it no longer counts once this is dropped.
#[derive(Debug)]
pub struct Counted {
    tally: Arc<Tally>,
    address: IpAddr,
}

impl Tally {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<IpAddr, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of a further one.
    pub fn count(self: &Arc<Self>, address: IpAddr) -> Counted {
        let address = counted(address);
        *self.lock().entry(address).or_default() += 1;
        Counted {
            tally: Arc::clone(self),
            address,
        }
    }

    /// How many are open, and how many of them are of an address.
    pub fn open(&self, address: IpAddr) -> (usize, usize) {
        let open = self.lock();
        let own = open.get(&counted(address)).copied();
        (open.values().sum(), own.unwrap_or(0))
    }

    /// How many are open.
    pub fn all(&self) -> usize {
        self.lock().values().sum()
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = self.tally.lock();
        if let Some(count) = open.get_mut(&self.address) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// Takes note of a further event stream.
///
/// # Errors
/// When there are too many.
pub fn open_stream(
    streams: &Arc<Tally>,
    address: IpAddr,
    limits: &Limits,
) -> Result<Counted, Problem> {
    let (all, own) = streams.open(address);
    let (most, most_of_one) = (limits.streams, limits.streams_per_address);
    if all >= most || own >= most_of_one {
        let detail = format!(
            "{all} event streams are open, {own} of them of this address; {most} and {most_of_one} may be"
        );
        return Err(Problem::new("too_many_streams", detail));
    }
    Ok(streams.count(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ipv6_client_is_counted_by_its_network() {
        let of = |text: &str| counted(text.parse().unwrap());
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
    }

    #[test]
    fn a_stream_counts_as_long_as_it_is_open() {
        let streams = Arc::default();
        let limits = Limits {
            streams: 2,
            streams_per_address: 1,
            ..Limits::default()
        };
        let open = |n| open_stream(&streams, IpAddr::from([192, 0, 2, n]), &limits);
        let first = open(1).unwrap();
        assert_eq!(open(1).unwrap_err().code, "too_many_streams");
        let _other = open(2).unwrap();
        assert!(open(3).is_err());
        drop(first);
        assert!(open(1).is_ok());
        assert_eq!(streams.all(), 1);
    }

    #[test]
    fn failed_sign_ins_are_told_otherwise_when_they_are_many() {
        let rates = Rates {
            failures_per_min: 2,
            address_per_s: 0,
            ..Rates::default()
        };
        let limits = RateLimits::new(&rates);
        let address = IpAddr::from([192, 0, 2, 1]);
        let failed = || {
            limits
                .failed(address, Problem::new("unknown_token", ""))
                .code
        };
        assert_eq!(
            [failed(), failed(), failed()],
            ["unknown_token", "unknown_token", "too_many_failures"]
        );
        assert!(limits.address(address).is_ok());
    }
}
