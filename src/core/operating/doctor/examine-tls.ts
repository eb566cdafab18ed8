// Checks the encryption of the public URLs: whether there is any, and whether clients trust the certificate.
import { type CertificateFacts, type HostFacts, isLoopback } from './examine-addresses.ts';
import { days, type Finding, fault, findingOf, ok, warning } from './finding.ts';

/** Automatic renewal happens earlier, so a certificate closer to its end was not renewed. */
const MIN_CERTIFICATE_DAYS = 14;

const RENEW = 'renew it, and check why it was not renewed automatically';

export const TLS_FINDINGS = {
  'tls-on-loopback': ok('tls', '{url} is loopback and does not need TLS'),
  'tls-none': fault(
    'tls',
    '{url}: passwords and tokens are sent unencrypted',
    'put a TLS proxy in front of the server, or set tls_certificate_file and tls_key_file',
  ),
  'tls-unchecked': warning('tls', '{url}: the certificate could not be checked', 'see the finding about its address'),
  'certificate-missing': fault('tls', '{where}: the server sent no certificate', 'check the proxy'),
  'certificate-unreadable': fault(
    'tls',
    '{file} and {key}: {reason}',
    'use PEM files: the certificate chain and its key',
  ),
  'certificate-expired': fault('tls', '{where}: the certificate expired {days} days ago', RENEW),
  'certificate-distrusted': fault(
    'tls',
    '{where}: browsers do not trust the certificate ({reason})',
    'use a certificate for this host name, with its full chain, from an authority that browsers trust',
  ),
  'certificate-expiring': warning('tls', '{where}: the certificate expires in {days} days', RENEW),
  'certificate-valid': ok('tls', '{where}: the certificate is valid for {days} days'),
} as const;
const tell = findingOf(TLS_FINDINGS);

export function examineTls({ url, public: probe }: HostFacts, now: number): Finding {
  if (url.startsWith('http:')) return tell(isLoopback(url) ? 'tls-on-loopback' : 'tls-none', { url });
  if (!probe.reached) return tell('tls-unchecked', { url });
  return examineCertificate(url, probe.certificate, now);
}

/** @param certificate undefined: the connection did not use TLS */
export function examineCertificate(where: string, certificate: CertificateFacts | undefined, now: number): Finding {
  if (!certificate) return tell('certificate-missing', { where });
  const left = days(certificate.expiresAt - now);
  if (certificate.expiresAt <= now) return tell('certificate-expired', { where, days: -left });
  const { distrust } = certificate;
  if (distrust !== undefined) return tell('certificate-distrusted', { where, reason: distrust });
  return tell(left < MIN_CERTIFICATE_DAYS ? 'certificate-expiring' : 'certificate-valid', { where, days: left });
}

/** The files of the server's own certificate cannot be used. */
export const unreadableCertificate = (files: { file: string; key: string; reason: string }): Finding =>
  tell('certificate-unreadable', files);
