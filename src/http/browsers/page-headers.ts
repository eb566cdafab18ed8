// Sends a page with the host's base headers (http/browsers/security-headers.ts). Only a page that can redirect to an
// application has its own Content-Security-Policy (contract 9; case K8).
import type { FastifyReply } from 'fastify';
import { isLanguageSwitch } from './csrf.ts';
import {
  APPLICATION_REDIRECT_POLICY,
  FETCHING_POLICY,
  FETCHING_REDIRECT_POLICY,
  KEEP_OPENER_POLICY,
} from './security-headers.ts';

/**
 * @param html a whole document
 * @param options.leadsToApplication the response to the page's form may redirect to an application
 * @param options.fetches the page's script sends requests: it looks whether it can go on, or gets a challenge
 */
export function sendPage(
  reply: FastifyReply,
  html: string,
  options: { status?: number; leadsToApplication?: boolean; fetches?: boolean } = {},
): FastifyReply {
  const { status = 200 } = options;
  const policy = policyOf(options);
  if (policy) reply.header('content-security-policy', policy);
  return reply
    .code(status === 403 && isLanguageSwitch(reply.request) ? 200 : status)
    .type('text/html; charset=utf-8')
    .send(html);
}

/**
 * For every response inside an application's authorization or logout request, redirects included: an application that
 * opened the request in a popup keeps its window, and so receives the answer (decision 11).
 */
export function keepOpener(reply: FastifyReply): void {
  reply.header('cross-origin-opener-policy', KEEP_OPENER_POLICY);
}

/** Undefined: that of the host. */
function policyOf({
  leadsToApplication,
  fetches,
}: {
  leadsToApplication?: boolean;
  fetches?: boolean;
}): string | undefined {
  if (fetches) return leadsToApplication ? FETCHING_REDIRECT_POLICY : FETCHING_POLICY;
  return leadsToApplication ? APPLICATION_REDIRECT_POLICY : undefined;
}
