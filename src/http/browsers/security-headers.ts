// Headers that tell a browser what it may do with an answer (contract 9, case K8). Every answer of a host carries its
// base; a page that leads back to an application replaces the policy by one without `form-action`, because a browser
// would cancel the redirect that answers its form.

const YEAR_SECONDS = 31_536_000;

const pagePolicy = (formAction: string) =>
  `default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'${formAction}`;

/** Policy of every page of ours. */
export const PAGE_POLICY = pagePolicy("; form-action 'self'");

/**
 * Policy of pages that can lead back to an application: sign-in, sign-up, account choice, consent, sign-out, form_post.
 */
export const LEADING_BACK_POLICY = pagePolicy('');

/**
 * Opener policy of an answer inside an application's request: one answer with another would cut the popup off for good.
 */
export const KEEPS_OPENER = 'unsafe-none';

/** Headers that every answer of the host starts with; a route may replace any of them. */
export function baseHeaders(host: 'auth' | 'api', publicUrl: string): Readonly<Record<string, string>> {
  const transport = publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {};
  const shared = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...transport };
  if (host === 'api') return { ...shared, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
  return {
    ...shared,
    'content-security-policy': PAGE_POLICY,
    'cross-origin-opener-policy': 'same-origin',
    // `no-referrer` would make browsers send `Origin: null`, and forms could not be checked.
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
}
