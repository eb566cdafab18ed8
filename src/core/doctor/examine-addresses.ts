// Checks the public URLs: whether they lead to this server, whether its answers match the settings, and their TLS.
import { days, type Finding, fault, ok, warning } from './finding.ts';

export type CertificateFacts = {
  expiresAt: number;
  /** Why clients do not trust it, in OpenSSL's words; undefined: they do. */
  distrust: string | undefined;
};

export type ProbeResult =
  /** `reason`: `ENOTFOUND`, `ECONNREFUSED`, … */
  | { reached: false; reason: string }
  | {
      reached: true;
      status: number;
      /** The issuer in the auth host's discovery document. */
      issuer: string | undefined;
      /** Whether the answer comes from a Latchkey server, whatever its settings. */
      isLatchkey: boolean;
      /** Whether the answer asks for a token as Latchkey's API host does. */
      asksForToken: boolean;
      /** How far its `Date` is ahead of this machine's clock, in ms. */
      aheadMs: number | undefined;
      certificate: CertificateFacts | undefined;
    };

export type HostFacts = {
  name: 'auth' | 'api';
  /** The public URL, an origin. */
  url: string;
  /** `127.0.0.1:4000` */
  listen: string;
  /** Probed at the public URL, and where the server listens. */
  public: ProbeResult;
  listener: ProbeResult;
};

/** What answers where the server listens, or would listen. */
export type ListenerFacts = { name: 'auth' | 'api' | 'ops'; listen: string; listener: ProbeResult };

/** Nothing answers, or nothing is known about what does. The start tells whether the server may listen there. */
const NOBODY_THERE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EACCES)$/;

/** @returns a fault when another program has the port, otherwise nothing */
export function examineListener({ name, listen, listener }: ListenerFacts): Finding[] {
  if (listener.reached ? listener.isLatchkey : NOBODY_THERE.test(listener.reason)) return [];
  const answer = listener.reached ? `status ${listener.status}` : listener.reason;
  const found = `${listen}: another program is listening there (${answer}), or a Latchkey server with different TLS settings`;
  return [fault('addresses', found, `stop it, or set ${name}_listen to a free port`)];
}

const UNKNOWN_NAMES = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'];
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** Automatic renewal happens earlier, so a certificate closer to its end was not renewed. */
const MIN_CERTIFICATE_DAYS = 14;

export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

export function examineAddress(host: HostFacts, authUrl: string): Finding {
  const { name, url, listen, listener } = host;
  const setting = `${name}_url`;
  if (!host.public.reached) {
    const { reason } = host.public;
    if (UNKNOWN_NAMES.includes(reason)) {
      return fault(
        'addresses',
        `${url}: the host name cannot be resolved (${reason})`,
        `add it to DNS, or correct ${setting}`,
      );
    }
    if (!listener.reached || isOtherProgram(listener)) {
      return warning(
        'addresses',
        `${url}: no server responds (${reason})`,
        'start the server, then run this command again',
      );
    }
    const found = `${url}: no response (${reason}), although the server is listening on ${listen}`;
    return fault('addresses', found, 'check the proxy: its address, its port and its firewall');
  }
  // `examineListener` reports what is wrong there.
  if (!host.public.isLatchkey && isOtherProgram(listener)) {
    return warning('addresses', `${url}: this server does not respond`, `see the finding about ${listen}`);
  }
  const mismatch = findMismatch(name, host.public, authUrl);
  if (mismatch === undefined)
    return ok('addresses', `${url} leads to this server${isLoopback(url) ? ', but only from this machine' : ''}`);
  if (listener.reached && findMismatch(name, listener, authUrl) !== undefined) {
    return fault(
      'addresses',
      `${url}: ${mismatch}, and so does ${listen}`,
      'restart the server: it is running with different settings',
    );
  }
  return fault('addresses', `${url}: ${mismatch}`, `point the proxy to ${listen}, or correct ${setting}`);
}

const isOtherProgram = (listener: ProbeResult): boolean => listener.reached && !listener.isLatchkey;

/** @returns how the answer differs from what the settings say; undefined: it does not */
function findMismatch(
  name: HostFacts['name'],
  probe: ProbeResult & { reached: true },
  authUrl: string,
): string | undefined {
  if (name === 'api')
    return probe.asksForToken ? undefined : `responds with ${probe.status}, unlike Latchkey's API host`;
  if (probe.status !== 200 || probe.issuer === undefined)
    return `responds with ${probe.status} and without a discovery document`;
  return probe.issuer === authUrl ? undefined : `has the issuer ${probe.issuer}, not ${authUrl}`;
}

export function examineTls({ url, public: probe }: HostFacts, now: number): Finding {
  if (url.startsWith('http:')) {
    if (isLoopback(url)) return ok('tls', `${url} is loopback and does not need TLS`);
    return fault(
      'tls',
      `${url}: passwords and tokens are sent unencrypted`,
      'put a TLS proxy in front of the server, or set tls_certificate_file and tls_key_file',
    );
  }
  if (!probe.reached)
    return warning('tls', `${url}: the certificate could not be checked`, 'see the finding about its address');
  return examineCertificate(url, probe.certificate, now);
}

/** @param certificate undefined: the connection did not use TLS */
export function examineCertificate(where: string, certificate: CertificateFacts | undefined, now: number): Finding {
  if (!certificate) return fault('tls', `${where}: the server sent no certificate`, 'check the proxy');
  const left = days(certificate.expiresAt - now);
  if (certificate.expiresAt <= now) {
    return fault(
      'tls',
      `${where}: the certificate expired ${-left} days ago`,
      'renew it, and check why it was not renewed automatically',
    );
  }
  if (certificate.distrust !== undefined) {
    const found = `${where}: browsers do not trust the certificate (${certificate.distrust})`;
    return fault(
      'tls',
      found,
      'use a certificate for this host name, with its full chain, from an authority that browsers trust',
    );
  }
  if (left < MIN_CERTIFICATE_DAYS) {
    return warning(
      'tls',
      `${where}: the certificate expires in ${left} days`,
      'renew it, and check why it was not renewed automatically',
    );
  }
  return ok('tls', `${where}: the certificate is valid for ${left} days`);
}
