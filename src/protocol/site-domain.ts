// Site domains: where an application's pages are, as `scheme://host[:port]` (contract 3). They are stored normalized.
// Wherever they are compared, the http and the https form each stand for both.
import { splitAuthority, toCanonicalHost } from './host.ts';

export const SITE_DOMAIN_FAULTS = [
  'site-domain-malformed',
  'site-domain-scheme',
  'site-domain-user',
  'site-domain-host',
  'site-domain-port',
  'site-domain-path',
  'site-domain-query',
  'site-domain-fragment',
  'site-domain-file-host',
] as const;
export type SiteDomainFault = (typeof SITE_DOMAIN_FAULTS)[number];

export type SiteDomainReading = { kind: 'site-domain'; siteDomain: string } | { kind: 'fault'; code: SiteDomainFault };

/** The only site domain without a host; also what `Origin: null` stands for. */
export const FILE_SITE_DOMAIN = 'file://';
const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http', 80],
  ['https', 443],
]);

const fault = (code: SiteDomainFault): SiteDomainReading => ({ kind: 'fault', code });

/**
 * Reads a site domain from an owner; reports the first fault. Normalizes to lower case, A-labels and no default port.
 */
export function readSiteDomain(text: string): SiteDomainReading {
  // URL parsers silently repair backslashes, spaces and control characters.
  if (/[\s\\\p{Cc}]/u.test(text)) return fault('site-domain-malformed');
  const match = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/isu.exec(text);
  if (!match) return fault('site-domain-malformed');
  const [, scheme = '', authority = '', path, query, fragment] = match;
  const lowerScheme = scheme.toLowerCase();
  if (lowerScheme !== 'file' && !DEFAULT_PORTS.has(lowerScheme)) return fault('site-domain-scheme');
  if (fragment !== undefined) return fault('site-domain-fragment');
  if (query !== undefined) return fault('site-domain-query');
  if (path !== '' && path !== '/') return fault('site-domain-path');
  return lowerScheme === 'file' ? readFileAuthority(authority) : readWebAuthority(lowerScheme, authority);
}

const readFileAuthority = (authority: string): SiteDomainReading =>
  authority === '' ? { kind: 'site-domain', siteDomain: FILE_SITE_DOMAIN } : fault('site-domain-file-host');

function readWebAuthority(scheme: string, text: string): SiteDomainReading {
  const authority = splitAuthority(text);
  if (typeof authority === 'string') return fault(`site-domain-${authority}`);
  const host = toCanonicalHost(authority.host);
  if (host === undefined) return fault('site-domain-host');
  const { port } = authority;
  const suffix = port === undefined || port === DEFAULT_PORTS.get(scheme) ? '' : `:${port}`;
  return { kind: 'site-domain', siteDomain: `${scheme}://${host}${suffix}` };
}

/**
 * Every stored form that stands for `origin`: itself and, for http and https, the same host with the other scheme and
 * the same port (both default, or the same explicit one). `null` stands for `file://` (contract 8). `origin` is a
 * serialized origin (RFC 6454 6.2) or a stored site domain; any other text has no forms.
 */
export function siteDomainForms(origin: string): readonly string[] {
  if (origin === 'null' || origin === FILE_SITE_DOMAIN) return [FILE_SITE_DOMAIN];
  const reading = readSiteDomain(origin);
  if (reading.kind === 'fault' || reading.siteDomain !== origin) return [];
  const [scheme, rest] = origin.split('://');
  const other = `${scheme === 'http' ? 'https' : 'http'}://${rest}`;
  // `http://a:443` has no https form: `https://a:443` is `https://a`, whose port is a default one.
  return isStoredForm(other) ? [origin, other] : [origin];
}

function isStoredForm(text: string): boolean {
  const reading = readSiteDomain(text);
  return reading.kind === 'site-domain' && reading.siteDomain === text;
}

/** Whether two stored site domains (or serialized origins) stand for the same site. */
export const sameSiteDomain = (a: string, b: string): boolean =>
  siteDomainForms(a).some((form) => siteDomainForms(b).includes(form));

/** The host of a stored site domain; undefined for `file://`. */
export function siteDomainHost(siteDomain: string): string | undefined {
  const match = /^https?:\/\/(\[[^\]]*\]|[^:]*)/.exec(siteDomain);
  return match?.[1];
}
