// Checks hosts and authorities of URIs on the text as sent (RFC 3986 3.2). A URL parser would silently repair some
// texts (`127.1`, `exa%6dple`, full-width letters). Here only the plain spelling is accepted, and the URL parser must
// agree with it.

/** The part between `//` and the next `/`, `?` or `#`. `port` is undefined when none is given. */
export type Authority = { host: string; port: number | undefined };
export type AuthorityFault = 'user' | 'host' | 'port';

/** Splits `host[:port]`; the host is neither checked nor changed. User-info is a fault of its own (RFC 9700 4.1.3). */
export function splitAuthority(text: string): Authority | AuthorityFault {
  if (text.includes('@')) return 'user';
  const match = /^(\[[^[\]]*\]|[^:[\]]*)(?::(.*))?$/s.exec(text);
  const host = match?.[1];
  if (!host) return 'host';
  const digits = match?.[2];
  if (digits === undefined) return { host, port: undefined };
  const port = Number(digits);
  return /^[1-9][0-9]{0,4}$/.test(digits) && port <= 65_535 ? { host, port } : 'port';
}

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Returns a host in the one spelling that browsers use: lower case, A-labels, IP literals in short form.
 * @returns undefined when the text is not a plain host: empty or overlong labels, a trailing dot, percent-encoding,
 *   IPv4 in any form but four plain decimal numbers, characters that would silently vanish in the conversion
 */
export function toCanonicalHost(text: string): string | undefined {
  if (text.length > 1000 || /[%\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text)) return undefined;
  const canonical = hostOfUrl(text);
  if (canonical === undefined || canonical.length > 253) return undefined;
  if (canonical.startsWith('[')) return /^\[[0-9A-Fa-f:.]+\]$/.test(text) ? canonical : undefined;
  // The URL parser returned an IPv4 address: only a plain one is accepted, never `127.1`, `0x7f.1` or `017.0.0.1`.
  if (/^\d+\.\d+\.\d+\.\d+$/.test(canonical)) return canonical === text ? canonical : undefined;
  return canonical.split('.').every((label) => LABEL.test(label)) ? canonical : undefined;
}

/** Whether a host has the one spelling that browsers use, so that it can be compared as text. */
export const isCanonicalHost = (text: string): boolean => toCanonicalHost(text) === text;

function hostOfUrl(host: string): string | undefined {
  if (/[/?#@\\]/.test(host)) return undefined;
  try {
    return new URL(`http://${host}/`).hostname;
  } catch {
    return undefined;
  }
}

/** `localhost`, 127.0.0.0/8 or `[::1]`, given in its canonical spelling (contract 1). */
export const isLoopbackHost = (canonicalHost: string): boolean =>
  canonicalHost === 'localhost' || canonicalHost === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(canonicalHost);

/** The same of a `Host` header, which has a port as well. */
export const isLoopbackAuthority = (host = ''): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host);
