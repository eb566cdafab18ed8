// Case P5: whatever people and programs send, each line of the program's log is one JSON record of ours, nothing in it
// moves a terminal's cursor, and nobody writes a record of their own.
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';

const MARK = 'forged-by-a-visitor';
/** What would begin a line, close a string, move a cursor or colour what follows. */
const HOSTILE = [
  `a\r\n{"level":60,"event":"sign-in","result":"${MARK}"}\r\n`,
  `b\n{"level":60,"msg":"${MARK}"}`,
  `c","event":"${MARK}","x":"`,
  `d\u001B[2J\u001B[31m${MARK}\u001B]0;title\u0007`,
  `e\u009B31m${MARK}\u0085\u2028{"level":60}\u2029`,
  `f%0d%0a{"level":60}${MARK}%1b[31m`,
  `g\u0000${MARK}\u0008\u007F`,
];

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await startServer({ LATCHKEY_LOG_LEVEL: 'trace' });
  client = await givenClient(server);
});
afterAll(() => server?.stop());

/** Bytes as they are, and whatever comes back. */
function sendRaw(url: string, text: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port) });
    socket.on('error', () => resolve()).on('close', () => resolve());
    socket.on('data', () => undefined);
    socket.end(Buffer.from(text, 'latin1'));
  });
}

async function sendEverywhere(text: string): Promise<void> {
  const { authUrl, apiUrl } = server;
  const sent = encodeURIComponent(text);
  const browser = new Browser();
  const login = await browser.open(`${authUrl}/login`);
  await browser.submit(login.form({ action: '/login' }), { email: text, password: text });
  const signUp = await browser.open(`${authUrl}/sign-up`);
  await browser.submit(signUp.form({ action: '/sign-up' }), {
    email: `${text}@x.example`,
    password: text,
    nickname: text,
  });
  await client.browser.open(client.authorizeUrl({ state: text, scope: text, prompt: text, login_hint: text }), {
    stopAt: 'http://localhost:3999',
  });
  await client.token(client.codeForm(text, { client_id: text, redirect_uri: text, client_secret: text }));
  await client.token(client.refreshForm(text, { scope: text }));
  const form = { method: 'POST', body: new URLSearchParams({ token: text, client_id: text, grant_type: text }) };
  const headers = { authorization: `Bearer ${client.owner.apiToken}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: text, [text]: text, redirect_uris: [text] });
  await Promise.all([
    fetch(`${authUrl}/oauth/revocation`, form),
    fetch(`${authUrl}/oauth/${sent}?${sent}=${sent}`),
    fetch(`${apiUrl}/applications`, { method: 'POST', headers, body }),
    fetch(`${apiUrl}/applications/${sent}/consent-items/${sent}`, { method: 'DELETE', headers }),
    fetch(`${apiUrl}/user-info`, { headers: { authorization: `Bearer ${sent}` } }),
  ]);
  const names = ['User-Agent', 'X-Request-Id', 'Referer', 'Traceparent', 'X-Forwarded-For', 'Cookie', 'Origin', text];
  const lines = names.map((name) => `${name}: ${text}\r\n`).join('');
  for (const url of [authUrl, apiUrl]) {
    await sendRaw(url, `GET /login HTTP/1.1\r\nHost: x\r\n${lines}Connection: close\r\n\r\n`);
    await sendRaw(url, `${text} /${text} HTTP/1.1\r\nHost: ${text}\r\n\r\n`);
  }
}

/** What was read of the log ends with a whole line. */
const untilWhole = () => expect.poll(() => server.logs().endsWith('\n')).toBe(true);

test('P5: hostile text in every field, header, path and parameter writes no line and no control character of its own', async () => {
  await untilWhole();
  const before = server.logs().length;
  for (const text of HOSTILE) await sendEverywhere(text);
  await untilWhole();
  const log = server.logs().slice(before);
  const lines = log.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(HOSTILE.length * 15);
  for (const line of lines) {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string };
    expect([10, 20, 30, 40], line).toContain(level);
    expect(msg, line).toMatch(/^[\w ,.'’:()/-]+$/);
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(log).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029]/);
  expect(log).not.toContain(MARK);
});
