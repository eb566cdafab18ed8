// In what a redirect URI that was sent differs from one that is registered: the differences that are easily overlooked,
// each by name. Whether they are equal is never asked here: that is `matchRedirectUri`, character by character.

/**
 * `slash-at-end`, `letter-case`, `encoding` (percent-encoded in one alone), `www`: nothing else differs · `scheme`,
 * `host`, `port`, `path`, `query`: these parts do.
 */
export const URI_DIFFERENCES = [
  'slash-at-end',
  'letter-case',
  'encoding',
  'www',
  'scheme',
  'host',
  'port',
  'path',
  'query',
] as const;
export type UriDifference = (typeof URI_DIFFERENCES)[number];

type Parts = Readonly<Record<'scheme' | 'host' | 'port' | 'path' | 'query', string>>;

const PARTS = ['scheme', 'host', 'port', 'path', 'query'] as const;

/** @returns in reading order; empty for equal texts, and where nothing that has a name differs. */
export function differencesOf(sent: string, registered: string): readonly UriDifference[] {
  if (sent === registered) return [];
  const alone = (['slash-at-end', 'letter-case', 'encoding', 'www'] as const).find(
    (difference) => WITHOUT[difference](sent) === WITHOUT[difference](registered),
  );
  if (alone) return [alone];
  const [a, b] = [partsOf(sent), partsOf(registered)];
  return PARTS.filter((part) => a[part] !== b[part]);
}

const LOCAL = /^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/** Both lead to the person's own machine, and nothing but the port differs: whoever sent it listens there. */
export const differsByLocalPort = (sent: string, registered: string): boolean =>
  LOCAL.test(sent) && LOCAL.test(registered) && sent.replace(LOCAL, '$1') === registered.replace(LOCAL, '$1');

/** The text without what makes the difference. */
const WITHOUT = {
  'slash-at-end': (uri: string) => uri.replace(/\/(?=\?|$)/, ''),
  'letter-case': (uri: string) => uri.toLowerCase(),
  encoding: decoded,
  www: (uri: string) => uri.replace('://www.', '://'),
};

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** As written: nothing is normalised (RFC 3986, appendix B). */
function partsOf(uri: string): Parts {
  const match = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(.*)$/s.exec(uri);
  const [, scheme = '', authority = '', path = '', query = ''] = match ?? [];
  const port = /:(\d*)$/.exec(authority)?.[1];
  const host = port === undefined ? authority : authority.slice(0, -port.length - 1);
  return { scheme, host, port: port ?? '', path, query };
}
