// For how long a fetched document is kept: as its server says (RFC 9111 4.2), within bounds (contract 46).

/** Header fields of the answer, as sent; undefined: not sent. */
export type CacheHeaders = {
  cacheControl: string | undefined;
  age: string | undefined;
  expires: string | undefined;
};

/** In ms. */
export const KEPT_AT_LEAST = 5 * 60_000;
export const KEPT_AT_MOST = 24 * 60 * 60_000;

/** @param now in ms @returns ms */
export function keptFor({ cacheControl = '', age, expires }: CacheHeaders, now: number): number {
  return Math.min(KEPT_AT_MOST, Math.max(KEPT_AT_LEAST, freshFor(cacheControl.toLowerCase(), age, expires, now)));
}

function freshFor(control: string, age: string | undefined, expires: string | undefined, now: number): number {
  if (/(?:^|[\s,])no-(?:store|cache)\b/.test(control)) return 0;
  const maxAge = /(?:^|[\s,])max-age\s*=\s*"?(\d{1,10})/.exec(control)?.[1];
  if (maxAge !== undefined) return (Number(maxAge) - (/^\d{1,10}$/.test(age ?? '') ? Number(age) : 0)) * 1000;
  const end = expires === undefined ? Number.NaN : Date.parse(expires);
  return Number.isNaN(end) ? 0 : end - now;
}
