// The `scope` parameter as text (RFC 6749 3.3). Which values name which consent items is the catalogue's business.

/** Asks for an ID token (OpenID Connect Core 3.1.2.1); always granted. */
export const OPENID = 'openid';

/** Always granted when asked for: every refresh token here works without a browser session. */
export const OFFLINE_ACCESS = 'offline_access';

/** The values in order, each once; undefined when the parameter is absent or holds nothing but spaces. */
export function parseScope(scope: string | undefined): readonly string[] | undefined {
  const values = [...new Set((scope ?? '').split(' ').filter((value) => value !== ''))];
  return values.length > 0 ? values : undefined;
}
