// Sends a page. The host's base headers (http/browsers/security-headers.ts) hold for it; only a page that can lead back
// to an application has a policy of its own (contract 9; case K8).
import type { FastifyReply } from 'fastify';
import { KEEPS_OPENER, LEADING_BACK_POLICY } from './security-headers.ts';

/**
 * @param html a whole document.
 * @param options.leadsToApplication sign-in, sign-up and consent: their form's answer may redirect to an application.
 */
export function sendPage(
  reply: FastifyReply,
  html: string,
  options: { status?: number; leadsToApplication?: boolean } = {},
): FastifyReply {
  if (options.leadsToApplication) reply.header('content-security-policy', LEADING_BACK_POLICY);
  return reply
    .code(options.status ?? 200)
    .type('text/html; charset=utf-8')
    .send(html);
}

/**
 * For every answer inside an application's authorization or logout request, redirects included: an application that
 * opened it in a popup keeps its window, and with it the answer (decision 11).
 */
export function keepOpener(reply: FastifyReply): void {
  reply.header('cross-origin-opener-policy', KEEPS_OPENER);
}
