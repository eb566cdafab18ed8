// Reads `smtp_url`: the mail server, and how the connection to it is protected (contract 20).
import { parseUrl } from '../../core/ground/parse-url.ts';

export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`). */
  isImplicitTls: boolean;
  /**
   * Nothing is sent without TLS and a verified certificate. Otherwise TLS is used where the server offers it, whatever
   * its certificate.
   */
  needsTls: boolean;
  user: string | undefined;
  password: string | undefined;
};

const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const;

export const isSmtpUrl = (url: string): boolean => parseSmtpUrl(url) !== undefined;

/** @param url one for which `isSmtpUrl` holds */
export function readSmtpUrl(url: string): SmtpServer {
  const server = parseSmtpUrl(url);
  if (!server) throw new TypeError('This is no URL of a mail server');
  return server;
}

/** As it may be shown, without the password. */
export function shownSmtpUrl(text: string): string {
  const url = new URL(text);
  if (url.password !== '') url.password = 'not-shown';
  return url.href;
}

function parseSmtpUrl(text: string): SmtpServer | undefined {
  const url = /^smtps?:\/\/[^\s\p{Cc}]+$/u.test(text) ? parseUrl(text) : undefined;
  if (!url || !/^\/?$/.test(url.pathname) || url.hash !== '') return undefined;
  const query = [...url.searchParams];
  if (query.length > 1 || query.some(([name, value]) => name !== 'tls' || value !== 'optional')) return undefined;
  const [user, password] = [decode(url.username), decode(url.password)];
  if (user === undefined || password === undefined || (user === '') !== (password === '')) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (!/^[a-z0-9._:-]+$/.test(host)) return undefined;
  return {
    host,
    port: url.port === '' ? PORTS[url.protocol as keyof typeof PORTS] : Number(url.port),
    isImplicitTls: url.protocol === 'smtps:',
    needsTls: query.length === 0 && !/^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host),
    user: user || undefined,
    password: password || undefined,
  };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
