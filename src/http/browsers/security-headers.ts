// Security headers (contract 9, case K8). Every response of a host carries its base headers. A page that can redirect
// to an application has a policy without `form-action`, because a browser would cancel the redirect after its form.

const YEAR_SECONDS = 31_536_000;

const pagePolicy = (formAction: string) =>
  `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'${formAction}`;

/** Content-Security-Policy of a page whose script sends requests to this host. */
export const FETCHING_POLICY = pagePolicy("; connect-src 'self'; form-action 'self'");

/** The same where it can redirect to an application. */
export const FETCHING_REDIRECT_POLICY = pagePolicy("; connect-src 'self'");

/** Content-Security-Policy of all other pages. */
export const PAGE_POLICY = pagePolicy("; form-action 'self'");

/**
 * Content-Security-Policy of pages that can redirect to an application: sign-in, sign-up, account choice, consent,
 * sign-out, form_post.
 */
export const APPLICATION_REDIRECT_POLICY = pagePolicy('');

/**
 * Cross-Origin-Opener-Policy of every response inside an application's request: a single response with another one
 * would cut off the popup for good.
 */
export const KEEP_OPENER_POLICY = 'unsafe-none';

/** Headers that every response of the host starts with; a route may replace any of them. */
export function baseHeaders(host: 'auth' | 'api', publicUrl: string): Readonly<Record<string, string>> {
  const transport = publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {};
  const shared = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...transport };
  if (host === 'api') return { ...shared, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
  return {
    ...shared,
    'content-security-policy': PAGE_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    // With `no-referrer` browsers would send `Origin: null`, and forms could not be checked.
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
}
