// TLS for a test host and a client that speaks HTTP/2 to it, streams left unfinished included.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import {
  type ClientHttp2Session,
  connect,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type Settings,
} from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestHost } from './raw-host.ts';

/** A certificate of its own, and the settings that name it. */
export function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-tls-'));
  const settings = {
    publicUrl: 'https://id.example.com',
    tlsCertificateFile: join(folder, 'certificate.pem'),
    tlsKeyFile: join(folder, 'key.pem'),
  };
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  const files = ['-keyout', settings.tlsKeyFile, '-out', settings.tlsCertificateFile];
  execFileSync('openssl', [...request.split(' '), ...files], { stdio: 'ignore' });
  return { settings, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export const openSession = ({ port }: TestHost, settings: Settings = {}): ClientHttp2Session =>
  connect(`https://localhost:${port}`, { rejectUnauthorized: false, settings }).on('error', () => undefined);

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

export function ask(
  headers: OutgoingHttpHeaders,
  body: string | 'unfinished' | undefined,
  on: ClientHttp2Session,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = on.request(headers, { endStream: body === undefined });
    let text = '';
    let got: IncomingHttpHeaders = {};
    stream.setEncoding('utf8');
    stream.on('response', (received) => {
      got = received;
    });
    stream.on('data', (chunk) => {
      text += chunk;
    });
    stream.on('error', reject);
    stream.on('end', () => resolve({ status: Number(got[':status']), headers: got, body: text }));
    if (body !== undefined && body !== 'unfinished') stream.end(body);
  });
}

export const JSON_TYPE = { 'content-type': 'application/json' };
export const FILE_FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=x' };
