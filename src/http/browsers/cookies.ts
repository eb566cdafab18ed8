// Names and attributes of the cookies, and how they are read (contract 9; case K7).

/** `__Host-` keeps other hosts of the same site from setting the cookie; over http browsers refuse that prefix. */
export function cookieName(authUrl: string): string {
  const url = new URL(authUrl);
  return url.protocol === 'https:' ? '__Host-latchkey' : `latchkey-${url.port || '80'}`;
}

export const cookieOptions = (authUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax' as const,
  secure: authUrl.startsWith('https:'),
});

/**
 * The value of a cookie. Two different values under one name mean that somebody else set one (over http a neighbouring
 * host can). Neither is trusted, so that nobody is switched to a session that is not theirs (case K7).
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const values = valuesOf(header, name);
  const [value] = values;
  return values.size === 1 ? value : undefined;
}

/** Whether the browser sent the cookie, with any value. */
export const hasCookie = (header: string | undefined, name: string): boolean => valuesOf(header, name).size > 0;

/** Whether the browser sent any cookie of this server, also one that is no longer valid. */
export function hasOwnCookie(header: string | undefined, authUrl: string): boolean {
  const own = cookieName(authUrl);
  const names = (header ?? '').split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '');
  return names.some((name) => name === own || name.startsWith(`${own}-`));
}

function valuesOf(header: string | undefined, name: string): Set<string> {
  const values = new Set<string>();
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) values.add(pair.slice(equals + 1).trim());
  }
  return values;
}
