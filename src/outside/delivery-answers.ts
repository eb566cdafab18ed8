// Reads what came of a delivery: why there was no answer, and for how long the recipient asked to be left alone.
import type { NoAnswer } from '../core/sign-in/sessions/form-delivery.ts';

/** Codes of OpenSSL's checks of a certificate, and of Node and OpenSSL for the handshake. */
const TLS =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_|HOSTNAME_MISMATCH$|EPROTO$)/;
const DNS = /^(?:ENOTFOUND|EAI_|ENODATA|ESERVFAIL|ETIMEOUT$)/;
const TIMEOUT = /^(?:ETIMEDOUT$|UND_ERR_[A-Z]+_TIMEOUT$)/;

/** @param error of undici's request. `detail` has no text of the recipient. */
export function whyNoAnswer(error: unknown): { reason: NoAnswer; detail?: string } {
  const code = (error as { code?: unknown } | undefined)?.code;
  if (typeof code !== 'string') return { reason: 'connection' };
  const reason = TIMEOUT.test(code) ? 'timeout' : TLS.test(code) ? 'tls' : DNS.test(code) ? 'dns' : 'connection';
  return reason === 'timeout' ? { reason } : { reason, detail: code };
}

/**
 * In ms from now on, in both forms of RFC 9110 10.2.3: seconds, and an HTTP date. Only 429 and 503 say it of another
 * try: with a redirect it is about the other address.
 */
export function readRetryAfter(
  status: number,
  header: string | readonly string[] | undefined,
  now: number,
): number | undefined {
  if ((status !== 429 && status !== 503) || typeof header !== 'string') return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER / 1000) * 1000;
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** All three forms begin with the name of a day (RFC 9110 5.6.7); whatever else `Date.parse` reads is no date here. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;
