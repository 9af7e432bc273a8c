//! A certificate authority that exists for one sandbox, and Discord's names certified by it.

use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, KeyUsagePurpose};
use rustls::ServerConfig;
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};

use crate::sandbox::StartError;

/// The names a bot may connect to.
const HOSTS: [&str; 5] =
    ["discord.com", "cdn.discordapp.com", "media.discordapp.net", "localhost", "127.0.0.1"];

/// The server's side of TLS, and what its clients must trust.
pub(crate) struct Identity {
    pub(crate) server: Arc<ServerConfig>,
    pub(crate) ca_pem: String,
}

impl Identity {
    pub(crate) fn create() -> Result<Self, StartError> {
        let ca_key = KeyPair::generate()?;
        let mut ca = CertificateParams::new(Vec::new())?;
        ca.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        ca.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
        ca.distinguished_name.push(DnType::CommonName, "discord-sandbox");
        let ca_certificate = ca.self_signed(&ca_key)?;
        let issuer = Issuer::new(ca, ca_key);

        let key = KeyPair::generate()?;
        let leaf = CertificateParams::new(HOSTS.map(str::to_owned).to_vec())?;
        let certificate = leaf.signed_by(&key, &issuer)?;

        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let private = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
        let mut server = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(vec![certificate.der().clone()], private)?;
        server.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self { server: Arc::new(server), ca_pem: ca_certificate.pem() })
    }
}
