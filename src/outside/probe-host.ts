// Sends a host a request from outside, for `latchkey doctor`: returns what it answers, its clock, and its certificate.
// An untrusted certificate does not stop the request.
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { CertificateFacts, ProbeResult } from '../core/operating/doctor/examine-addresses.ts';

const TIMEOUT_MS = 5000;
const MAX_ANSWER_BYTES = 256 * 1024;

export type Probe = {
  /** Public origin: names the host, and decides between http and https unless `tls` does. */
  url: string;
  path: string;
  /** Where to connect instead of the URL's host and port. */
  at?: { host: string; port: number; tls: boolean };
  /** The body of a form; absent: the request is a GET. */
  form?: string;
  now: () => number;
};

export async function probeHost(probe: Probe): Promise<ProbeResult> {
  try {
    const { response, body, certificate } = await ask(probe);
    const date = Date.parse(response.headers.date ?? '');
    return {
      reached: true,
      status: response.statusCode ?? 0,
      issuer: issuerIn(body),
      isLatchkey: isFromLatchkey(response, body),
      asksForToken:
        response.statusCode === 401 && /^Bearer realm="latchkey"/.test(response.headers['www-authenticate'] ?? ''),
      aheadMs: Number.isNaN(date) ? undefined : date - probe.now(),
      certificate,
    };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { reached: false, reason: code ?? message };
  }
}

type Answer = { response: IncomingMessage; body: string; certificate: CertificateFacts | undefined };

function ask({ url, path, at, form }: Probe): Promise<Answer> {
  const { protocol, hostname, host, port } = new URL(url);
  const tls = at ? at.tls : protocol === 'https:';
  const name = hostname.replace(/^\[|\]$/g, '');
  const options = {
    host: at?.host ?? name,
    port: at?.port ?? (port || (protocol === 'https:' ? 443 : 80)),
    path,
    method: form === undefined ? 'GET' : 'POST',
    headers: { host, accept: 'application/json', ...(form !== undefined && FORM) },
    agent: false as const,
    timeout: TIMEOUT_MS,
    ...(tls && { rejectUnauthorized: false, ...(isIP(name) === 0 && { servername: name }) }),
  };
  return new Promise((resolve, reject) => {
    const request = (tls ? requestHttps : requestHttp)(options, (response) => {
      // Read now, because the socket loses it when it closes.
      const certificate = certificateOf(response.socket as TLSSocket);
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > MAX_ANSWER_BYTES) request.destroy(new Error('an answer without end'));
      });
      response.on('end', () => resolve({ response, body, certificate }));
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
    request.on('error', reject);
    request.end(form);
  });
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Both hosts send a request id of their own form. The operations listener sends none, and its body says `live`. */
const isFromLatchkey = ({ headers }: IncomingMessage, body: string): boolean =>
  (/^[\w-]{12}$/.test(String(headers['x-request-id'])) && headers['x-content-type-options'] === 'nosniff') ||
  (headers['cache-control'] === 'no-store' && body === '{"status":"live"}');

function issuerIn(body: string): string | undefined {
  try {
    const { issuer } = JSON.parse(body) as { issuer?: unknown };
    return typeof issuer === 'string' ? issuer : undefined;
  } catch {
    return undefined;
  }
}

function certificateOf(socket: TLSSocket): CertificateFacts | undefined {
  if (!socket.encrypted) return undefined;
  const { valid_to } = socket.getPeerCertificate();
  const distrust = socket.authorized ? undefined : String(socket.authorizationError);
  return { expiresAt: Date.parse(valid_to), distrust };
}
