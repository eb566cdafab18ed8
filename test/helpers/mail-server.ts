// A real SMTP server on loopback that keeps what it receives, and can refuse, delay, or die.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type Received = {
  /** Every recipient of the envelope. */
  to: readonly string[];
  from: string;
  /** With its headers, as it came. */
  raw: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** Decoded; from `text/plain` and `text/html`. */
  text: string;
  html: string;
  isEncrypted: boolean;
  user: string | undefined;
};

export type MailServer = {
  readonly port: number;
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
};

export type MailServerBehaviour = Pick<
  SMTPServerOptions,
  'onMailFrom' | 'onRcptTo' | 'onAuth' | 'onConnect' | 'secure' | 'disabledCommands' | 'authOptional'
> & {
  tls?: Certificate;
  port?: number;
  /** Called with each mail before it is accepted; what it throws refuses the mail. */
  onMail?: (mail: Received) => void | Promise<void>;
};

export type Certificate = { key: string; cert: string };

/** An error that becomes the server's answer. */
export const answer = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

export async function startMailServer({
  tls,
  onMail,
  port = 0,
  ...behaviour
}: MailServerBehaviour = {}): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, logger: false, closeTimeout: 100 },
    ...(tls ? tls : { disabledCommands: ['STARTTLS'] }),
    ...behaviour,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const { rcptTo, mailFrom } = session.envelope;
        const mail = {
          to: rcptTo.map(({ address }) => address),
          from: mailFrom ? mailFrom.address : '',
          ...parse(Buffer.concat(chunks).toString('utf8')),
          isEncrypted: session.secure,
          user: session.user as string | undefined,
        };
        try {
          await onMail?.(mail);
          received.push(mail);
          callback();
        } catch (error) {
          callback(error as Error);
        }
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address() as AddressInfo;
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

type Parsed = Pick<Received, 'raw' | 'headers' | 'text' | 'html'>;

function parse(raw: string): Parsed {
  const { headers, body } = splitMessage(raw);
  const boundary = /boundary="([^"]+)"/.exec(headerValue(headers, 'content-type'))?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitMessage(part.replace(/^\r\n/, '')));
  const of = (type: string) => {
    const part = parts.find((one) => headerValue(one.headers, 'content-type').startsWith(type));
    return part ? decode(part.body, headerValue(part.headers, 'content-transfer-encoding')) : '';
  };
  return { raw, headers, text: of('text/plain'), html: of('text/html') };
}

function splitMessage(raw: string): { headers: Received['headers']; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const headers = head.split('\r\n').map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())] as const;
  });
  return { headers, body: raw.slice(end + 4) };
}

const headerValue = (headers: Received['headers'], name: string) => headers.find(([key]) => key === name)?.[1] ?? '';

export const headerOf = ({ headers }: Pick<Received, 'headers'>, name: string): string => headerValue(headers, name);

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8').replaceAll('\r\n', '\n');
  if (encoding !== 'quoted-printable') return body.replaceAll('\r\n', '\n');
  return fromQuoted(body.replace(/=\r\n/g, '')).replaceAll('\r\n', '\n');
}

const fromQuoted = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** RFC 2047. */
const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString('utf8') : fromQuoted(text.replaceAll('_', ' ')),
    );

/** A certificate for `localhost` and 127.0.0.1 that nobody has signed. */
export function makeCertificate(): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost';
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', [...request.split(' '), ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}
