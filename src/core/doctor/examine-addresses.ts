// The public URLs: whether they lead to this server, whether what they say is what the settings say, and over which
// TLS.
import { days, type Finding, fault, ok, warning } from './finding.ts';

export type CertificateFacts = {
  expiresAt: number;
  /** Why a client would not believe it, in OpenSSL's words; undefined: it would. */
  distrust: string | undefined;
};

export type Look =
  /** `reason`: `ENOTFOUND`, `ECONNREFUSED`, … */
  | { reached: false; reason: string }
  | {
      reached: true;
      status: number;
      /** As the discovery document of the auth host names it. */
      issuer: string | undefined;
      /** Whether the answer has the marks of any of Latchkey's, whatever its settings. */
      isLatchkey: boolean;
      /** Whether the API host asked for a token as Latchkey does. */
      asksForToken: boolean;
      /** How far its Date is ahead of this machine's clock, in ms. */
      aheadMs: number | undefined;
      certificate: CertificateFacts | undefined;
    };

export type HostFacts = {
  name: 'auth' | 'api';
  /** The public URL, an origin. */
  url: string;
  /** `127.0.0.1:4000` */
  listen: string;
  /** Asked at the public URL, and where it listens. */
  public: Look;
  listener: Look;
};

/** One that the server listens on, or would: what answers there. */
export type ListenerFacts = { name: 'auth' | 'api' | 'ops'; listen: string; listener: Look };

/** Nobody is there, or nothing can be said of who is: the start tells whether it may listen. */
const NOBODY_THERE = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EACCES)$/;

/** @returns a fault where another program has the port; nothing else is said of it */
export function examineListener({ name, listen, listener }: ListenerFacts): Finding[] {
  if (listener.reached ? listener.isLatchkey : NOBODY_THERE.test(listener.reason)) return [];
  const said = listener.reached ? `status ${listener.status}` : listener.reason;
  const found = `${listen}: another program is listening there (${said}), or a Latchkey server with different TLS settings`;
  return [fault('addresses', found, `stop it, or set ${name}_listen to a free port`)];
}

const UNKNOWN_NAMES = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'];
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
/** Automatic renewal comes before: what is nearer to its end is not renewed. */
const RENEWED_DAYS = 14;

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
    if (!listener.reached || isElse(listener)) {
      return warning(
        'addresses',
        `${url}: no server responds (${reason})`,
        'start the server, then run this command again',
      );
    }
    const found = `${url}: no response (${reason}), although the server is listening on ${listen}`;
    return fault('addresses', found, 'check the proxy: its address, its port and its firewall');
  }
  // What is wrong there is told of the port.
  if (!host.public.isLatchkey && isElse(listener)) {
    return warning('addresses', `${url}: this server does not respond`, `see the finding about ${listen}`);
  }
  const said = whatItSays(name, host.public, authUrl);
  if (said === undefined)
    return ok('addresses', `${url} leads to this server${isLoopback(url) ? ', but only from this machine' : ''}`);
  if (listener.reached && whatItSays(name, listener, authUrl) !== undefined) {
    return fault(
      'addresses',
      `${url}: ${said}, and so does ${listen}`,
      'restart the server: it is running with different settings',
    );
  }
  return fault('addresses', `${url}: ${said}`, `point the proxy to ${listen}, or correct ${setting}`);
}

const isElse = (listener: Look): boolean => listener.reached && !listener.isLatchkey;

/** @returns what is not as it should be */
function whatItSays(name: HostFacts['name'], look: Look & { reached: true }, authUrl: string): string | undefined {
  if (name === 'api') return look.asksForToken ? undefined : `responds with ${look.status}, unlike Latchkey's API host`;
  if (look.status !== 200 || look.issuer === undefined)
    return `responds with ${look.status} and without a discovery document`;
  return look.issuer === authUrl ? undefined : `has the issuer ${look.issuer}, not ${authUrl}`;
}

export function examineTls({ url, public: look }: HostFacts, now: number): Finding {
  if (url.startsWith('http:')) {
    if (isLoopback(url)) return ok('tls', `${url} is loopback and does not need TLS`);
    return fault(
      'tls',
      `${url}: passwords and tokens are sent unencrypted`,
      'put a TLS proxy in front of the server, or set tls_certificate_file and tls_key_file',
    );
  }
  if (!look.reached)
    return warning('tls', `${url}: the certificate could not be checked`, 'see the finding about its address');
  return examineCertificate(url, look.certificate, now);
}

/** @param certificate undefined: the connection was not TLS */
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
  if (left < RENEWED_DAYS) {
    return warning(
      'tls',
      `${where}: the certificate expires in ${left} days`,
      'renew it, and check why it was not renewed automatically',
    );
  }
  return ok('tls', `${where}: the certificate is valid for ${left} days`);
}
