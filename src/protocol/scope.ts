// Parses the `scope` parameter (RFC 6749 3.3). The catalogue defines which values name which consent items.

/** Requests an ID token (OpenID Connect Core 3.1.2.1); always granted. */
export const OPENID = 'openid';

/** Always granted when requested: every refresh token here works without a browser session. */
export const OFFLINE_ACCESS = 'offline_access';

/** The values in order, each once; undefined: the parameter is absent or contains only spaces. */
export function parseScope(scope: string | undefined): readonly string[] | undefined {
  const values = [...new Set((scope ?? '').split(' ').filter((value) => value !== ''))];
  return values.length > 0 ? values : undefined;
}
