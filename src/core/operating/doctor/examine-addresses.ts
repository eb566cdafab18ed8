// Checks the public URLs: whether they lead to this server, and whether its answers match the settings.
import { type Finding, fault, findingOf, ok, warning } from './finding.ts';

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
const NO_ANSWER = /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENOTFOUND|EAI_AGAIN|EACCES)$/;

const TAKEN = 'stop it, or set {setting} to a free port';
const POINT_PROXY = 'point the proxy to {listen}, or correct {setting}';
const RESTART = 'restart the server: it is running with different settings';

export const ADDRESS_FINDINGS = {
  'port-taken': fault(
    'addresses',
    '{listen}: another program is listening there ({reason}), or a Latchkey server with different TLS settings',
    TAKEN,
  ),
  'port-taken-by-http': fault(
    'addresses',
    '{listen}: another program is listening there (status {status}), or a Latchkey server with different TLS settings',
    TAKEN,
  ),
  'host-unknown': fault(
    'addresses',
    '{url}: the host name cannot be resolved ({reason})',
    'add it to DNS, or correct {setting}',
  ),
  'server-absent': warning(
    'addresses',
    '{url}: no server responds ({reason})',
    'start the server, then run this command again',
  ),
  'address-silent': fault(
    'addresses',
    '{url}: no response ({reason}), although the server is listening on {listen}',
    'check the proxy: its address, its port and its firewall',
  ),
  'address-elsewhere': warning('addresses', '{url}: this server does not respond', 'see the finding about {listen}'),
  'address-reached': ok('addresses', '{url} leads to this server'),
  'address-reached-here': ok('addresses', '{url} leads to this server, but only from this machine'),
  'api-other': fault('addresses', "{url}: responds with {status}, unlike Latchkey's API host", POINT_PROXY),
  'api-other-settings': fault(
    'addresses',
    "{url}: responds with {status}, unlike Latchkey's API host, and so does {listen}",
    RESTART,
  ),
  'auth-no-discovery': fault(
    'addresses',
    '{url}: responds with {status} and without a discovery document',
    POINT_PROXY,
  ),
  'auth-no-discovery-settings': fault(
    'addresses',
    '{url}: responds with {status} and without a discovery document, and so does {listen}',
    RESTART,
  ),
  'auth-issuer': fault('addresses', '{url}: has the issuer {issuer}, not {authUrl}', POINT_PROXY),
  'auth-issuer-settings': fault(
    'addresses',
    '{url}: has the issuer {issuer}, not {authUrl}, and so does {listen}',
    RESTART,
  ),
} as const;
const tell = findingOf(ADDRESS_FINDINGS);

/** @returns a fault when another program has the port, otherwise nothing */
export function examineListener({ name, listen, listener }: ListenerFacts): Finding[] {
  if (listener.reached ? listener.isLatchkey : NO_ANSWER.test(listener.reason)) return [];
  const at = { listen, setting: `${name}_listen` };
  if (listener.reached) return [tell('port-taken-by-http', { ...at, status: listener.status })];
  return [tell('port-taken', { ...at, reason: listener.reason })];
}

const UNKNOWN_NAMES = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA'];
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export const isLoopback = (url: string): boolean => LOOPBACK.test(new URL(url).hostname);

export function examineAddress(host: HostFacts, authUrl: string): Finding {
  const { name, url, listen, listener } = host;
  const setting = `${name}_url`;
  if (!host.public.reached) {
    const { reason } = host.public;
    if (UNKNOWN_NAMES.includes(reason)) return tell('host-unknown', { url, reason, setting });
    if (!listener.reached || isOtherProgram(listener)) return tell('server-absent', { url, reason });
    return tell('address-silent', { url, reason, listen });
  }
  // `examineListener` reports what is wrong there.
  if (!host.public.isLatchkey && isOtherProgram(listener)) return tell('address-elsewhere', { url, listen });
  const mismatch = findMismatch(name, host.public, authUrl);
  if (mismatch === undefined) return tell(isLoopback(url) ? 'address-reached-here' : 'address-reached', { url });
  const isEverywhere = listener.reached && findMismatch(name, listener, authUrl) !== undefined;
  const { status, issuer = '' } = host.public;
  const at = { url, listen, setting };
  switch (mismatch) {
    case 'api-other':
      return tell(isEverywhere ? 'api-other-settings' : mismatch, { ...at, status });
    case 'auth-no-discovery':
      return tell(isEverywhere ? 'auth-no-discovery-settings' : mismatch, { ...at, status });
    case 'auth-issuer':
      return tell(isEverywhere ? 'auth-issuer-settings' : mismatch, { ...at, issuer, authUrl });
  }
}

const isOtherProgram = (listener: ProbeResult): boolean => listener.reached && !listener.isLatchkey;

/** @returns how the answer differs from what the settings say; undefined: it does not */
function findMismatch(
  name: HostFacts['name'],
  probe: ProbeResult & { reached: true },
  authUrl: string,
): 'api-other' | 'auth-no-discovery' | 'auth-issuer' | undefined {
  if (name === 'api') return probe.asksForToken ? undefined : 'api-other';
  if (probe.status !== 200 || probe.issuer === undefined) return 'auth-no-discovery';
  return probe.issuer === authUrl ? undefined : 'auth-issuer';
}
