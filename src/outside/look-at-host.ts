// Asks a host as a stranger would, for `latchkey doctor`: what it answers, by which clock, and with which certificate.
// A certificate that nobody believes does not stop it from looking.
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { CertificateFacts, ProbeResult } from '../core/doctor/examine-addresses.ts';

const PATIENCE_MS = 5000;
const MAX_ANSWER_BYTES = 256 * 1024;

export type Question = {
  /** Public origin: names the host, and decides between http and https unless `tls` does. */
  url: string;
  path: string;
  /** Where to ask instead of where the name leads. */
  at?: { host: string; port: number; tls: boolean };
  /** Sent as a form; absent: GET. */
  form?: string;
  now: () => number;
};

export async function lookAtHost(question: Question): Promise<ProbeResult> {
  try {
    const { response, body, certificate } = await ask(question);
    const date = Date.parse(response.headers.date ?? '');
    return {
      reached: true,
      status: response.statusCode ?? 0,
      issuer: issuerIn(body),
      isLatchkey: bearsOurMarks(response, body),
      asksForToken:
        response.statusCode === 401 && /^Bearer realm="latchkey"/.test(response.headers['www-authenticate'] ?? ''),
      aheadMs: Number.isNaN(date) ? undefined : date - question.now(),
      certificate,
    };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { reached: false, reason: code ?? message };
  }
}

type Answer = { response: IncomingMessage; body: string; certificate: CertificateFacts | undefined };

function ask({ url, path, at, form }: Question): Promise<Answer> {
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
    timeout: PATIENCE_MS,
    ...(tls && { rejectUnauthorized: false, ...(isIP(name) === 0 && { servername: name }) }),
  };
  return new Promise((resolve, reject) => {
    const asked = (tls ? requestHttps : requestHttp)(options, (response) => {
      // The socket forgets it when it closes.
      const certificate = certificateOf(response.socket as TLSSocket);
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
        if (body.length > MAX_ANSWER_BYTES) asked.destroy(new Error('an answer without end'));
      });
      response.on('end', () => resolve({ response, body, certificate }));
      response.on('error', reject);
    });
    asked.on('timeout', () => asked.destroy(new Error(`no response within ${PATIENCE_MS / 1000} s`)));
    asked.on('error', reject);
    asked.end(form);
  });
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Both hosts give each answer an id of their own form; the listener for operators gives none, and says `live`. */
const bearsOurMarks = ({ headers }: IncomingMessage, body: string): boolean =>
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
