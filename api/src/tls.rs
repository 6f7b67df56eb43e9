//! The service's own certificate, for a venue without a proxy: made at the first
//! start, kept in the data folder, known by its fingerprint. Not for the open
//! internet, where a proxy shows one that browsers trust.

use crate::{auth::secret_file, problem::Problem};
use fupan_domain::ids::Sha256;
use fupan_store::wall_clock;
use rcgen::{
    CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, KeyPair, date_time_ymd,
};
use rustls::{
    ServerConfig,
    crypto::ring,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use std::{
    fs,
    io::{ErrorKind, Write},
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
};

/// For how many years it holds: tablets take no more than 825 days.
const YEARS: i32 = 2;

/// A certificate with its key, as TLS takes them.
pub struct Certificate {
    /// How the service speaks TLS.
    pub config: ServerConfig,
    /// The SHA-256 of the certificate, as browsers show it.
    pub fingerprint: String,
    /// The file that clients can be told to trust.
    pub path: PathBuf,
}

impl Certificate {
    /// The certificate of a data folder: `DIR/tls/certificate.pem` and `key.pem`,
    /// made for those names if they are not there.
    ///
    /// # Errors
    /// When they can't be made, read or used.
    pub fn at(data: &Path, listen: SocketAddr, names: &[String]) -> Result<Certificate, Problem> {
        let folder = data.join("tls");
        let (path, key_path) = (folder.join("certificate.pem"), folder.join("key.pem"));
        if !path.exists() {
            let (certificate, key) = make(&names_of(listen, names))?;
            fs::create_dir_all(&folder).map_err(|e| Problem::file(&folder, &e))?;
            // The key first: a certificate that is there has one.
            write(&key_path, key.as_bytes())?;
            write(&path, certificate.as_bytes())?;
        }
        let certificates: Vec<CertificateDer<'static>> =
            CertificateDer::pem_slice_iter(&read(&path)?)
                .collect::<Result<_, _>>()
                .map_err(|e| unusable(&path, &e))?;
        let first = certificates
            .first()
            .ok_or_else(|| unusable(&path, &"expected a certificate in PEM form"))?;
        let fingerprint = fingerprint(first);
        let key = PrivateKeyDer::from_pem_slice(&read(&key_path)?);
        let key = key.map_err(|e| unusable(&key_path, &e))?;
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|e| Problem::internal(&e))?
            .with_no_client_auth()
            .with_single_cert(certificates, key)
            .map_err(|e| unusable(&path, &e))?;
        Ok(Certificate {
            config,
            fingerprint,
            path,
        })
    }
}

/// For whom a certificate is made: this machine, and what the keeper names.
fn names_of(listen: SocketAddr, names: &[String]) -> Vec<String> {
    let mut all: Vec<String> = ["localhost", "127.0.0.1", "::1"].map(str::to_owned).into();
    if !listen.ip().is_unspecified() {
        all.push(listen.ip().to_string());
    }
    let own = rustix::system::uname();
    all.extend(own.nodename().to_str().ok().map(str::to_owned));
    all.extend(names.iter().cloned());
    all.sort();
    all.dedup();
    all
}

fn make(names: &[String]) -> Result<(String, String), Problem> {
    let told = |e: rcgen::Error| {
        let detail = format!("no certificate can be made for {}: {e}", names.join(", "));
        Problem::new("config", detail)
    };
    let mut params = CertificateParams::new(names.to_vec()).map_err(told)?;
    let mut subject = DistinguishedName::new();
    subject.push(DnType::CommonName, "fupan");
    params.distinguished_name = subject;
    params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
    let today = wall_clock().to_string();
    let part = |range: std::ops::Range<usize>| today.get(range).and_then(|s| s.parse::<u8>().ok());
    let year: i32 = today.get(0..4).and_then(|s| s.parse().ok()).unwrap_or(1970);
    // The first of the month before and after: no clock of a tablet is too early for it.
    let month = part(5..7).unwrap_or(1);
    params.not_before = date_time_ymd(year, month, 1);
    params.not_after = date_time_ymd(year + YEARS, month, 1);
    let key = KeyPair::generate().map_err(told)?;
    let certificate = params.self_signed(&key).map_err(told)?;
    Ok((certificate.pem(), key.serialize_pem()))
}

/// The SHA-256 of a certificate, in pairs of hex digits.
fn fingerprint(certificate: &CertificateDer<'_>) -> String {
    let digest = Sha256::of(certificate.as_ref());
    let pairs: Vec<String> = digest.0.iter().map(|byte| format!("{byte:02X}")).collect();
    pairs.join(":")
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let written = secret_file(path, true).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    written.map_err(|e| Problem::file(path, &e))
}

fn read(path: &Path) -> Result<Vec<u8>, Problem> {
    fs::read(path).map_err(|e| match e.kind() {
        ErrorKind::NotFound => unusable(path, &"it is not there, and the other file is"),
        _ => Problem::file(path, &e),
    })
}

fn unusable(path: &Path, why: &impl std::fmt::Display) -> Problem {
    let detail = format!("{why}: remove the folder and start again for a new certificate");
    Problem::new("config", detail).in_file(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt;

    fn at(data: &Path) -> Result<Certificate, Problem> {
        Certificate::at(
            data,
            ([192, 0, 2, 7], 443).into(),
            &["venue.example".to_owned()],
        )
    }

    #[test]
    fn it_is_made_once_and_its_key_is_its_owners_alone() {
        let data = tempfile::tempdir().unwrap();
        let first = at(data.path()).unwrap();
        assert_eq!(at(data.path()).unwrap().fingerprint, first.fingerprint);
        assert_eq!(first.fingerprint.len(), 32 * 3 - 1);
        let key = fs::metadata(data.path().join("tls/key.pem")).unwrap();
        assert_eq!(key.mode() & 0o777, 0o600);
        let other = tempfile::tempdir().unwrap();
        assert_ne!(at(other.path()).unwrap().fingerprint, first.fingerprint);
    }

    #[test]
    fn a_key_that_is_gone_or_another_one_is_told() {
        let data = tempfile::tempdir().unwrap();
        at(data.path()).unwrap();
        let key = data.path().join("tls/key.pem");
        fs::write(&key, KeyPair::generate().unwrap().serialize_pem()).unwrap();
        assert_eq!(at(data.path()).err().unwrap().code, "config");
        fs::remove_file(&key).unwrap();
        assert_eq!(at(data.path()).err().unwrap().code, "config");
    }
}
