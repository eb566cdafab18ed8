// Names the differences between a redirect URI that was sent and a registered one, such as those that are easily
// overlooked. It never decides whether they are equal: `matchRedirectUri` does, character by character.

/**
 * `slash-at-end`, `letter-case`, `encoding` (percent-encoded in one of them only), `www`: nothing else differs ·
 * `scheme`, `host`, `port`, `path`, `query`: these parts differ.
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

/** @returns the differences in reading order; empty for equal texts, and where no part that has a name differs */
export function differencesOf(sent: string, registered: string): readonly UriDifference[] {
  if (sent === registered) return [];
  const alone = (['slash-at-end', 'letter-case', 'encoding', 'www'] as const).find(
    (difference) => REMOVE_DIFFERENCE[difference](sent) === REMOVE_DIFFERENCE[difference](registered),
  );
  if (alone) return [alone];
  const [a, b] = [partsOf(sent), partsOf(registered)];
  return PARTS.filter((part) => a[part] !== b[part]);
}

const LOCAL = /^(https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

/**
 * Whether both lead to the person's own machine and only the port differs: the application listens on the one that was
 * sent.
 */
export const differsByLocalPort = (sent: string, registered: string): boolean =>
  LOCAL.test(sent) && LOCAL.test(registered) && sent.replace(LOCAL, '$1') === registered.replace(LOCAL, '$1');

/** Removes one kind of difference from a URI. */
const REMOVE_DIFFERENCE = {
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

/** Splits a URI as written, without normalizing it (RFC 3986, appendix B). */
function partsOf(uri: string): Parts {
  const match = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(.*)$/s.exec(uri);
  const [, scheme = '', authority = '', path = '', query = ''] = match ?? [];
  const port = /:(\d*)$/.exec(authority)?.[1];
  const host = port === undefined ? authority : authority.slice(0, -port.length - 1);
  return { scheme, host, port: port ?? '', path, query };
}
