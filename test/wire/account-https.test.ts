// K7 and K8 where the public URL is https: the server stands behind a proxy that speaks TLS, and its cookies are for
// that.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { freePorts } from '../helpers/server.ts';

const PUBLIC_URL = 'https://id.example.com';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let hosts: Hosts;
let inside: string;
beforeAll(async () => {
  const [port] = await freePorts(1);
  inside = `http://127.0.0.1:${port}`;
  hosts = await startHosts({ LATCHKEY_AUTH_URL: PUBLIC_URL, LATCHKEY_AUTH_LISTEN: `127.0.0.1:${port}` });
});
afterAll(() => hosts.stop());

/** Signs up as a browser at the public URL would, through the proxy. */
async function signUp(headers: Record<string, string> = {}) {
  const page = await fetch(`${inside}/sign-up`);
  const device = page.headers.getSetCookie();
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const email = `person-${Math.trunc(performance.now() * 1000)}@example.com`;
  const body = new URLSearchParams({ csrf, email, password: 'correct horse battery staple', nickname: 'Mina' });
  const cookie = device.map((line) => line.split(';', 1)[0]).join('; ');
  const sent = { method: 'POST', headers: { ...FORM, cookie, ...headers }, body, redirect: 'manual' } as const;
  return { page, device, answer: await fetch(`${inside}/sign-up`, sent) };
}

test('K7: cookies are __Host-, Secure, HttpOnly, SameSite=Lax, Path=/ and have no Domain', async () => {
  const { answer, device } = await signUp({ origin: PUBLIC_URL });
  expect(answer.status).toBe(303);
  const lines = [...device, ...answer.headers.getSetCookie()];
  expect(new Set(lines.map((line) => line.split('=', 1)[0]))).toEqual(
    new Set(['__Host-latchkey', '__Host-latchkey-device']),
  );
  for (const line of lines) {
    for (const attribute of ['; Secure', '; HttpOnly', '; SameSite=Lax', '; Path=/']) expect(line).toContain(attribute);
    expect(line).not.toMatch(/Domain/i);
  }
});

test('K8: HSTS of a year at least', async () => {
  const { page } = await signUp();
  expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
});

test('contract 1: neither Host nor X-Forwarded-* changes where an answer leads or what it sets', async () => {
  const { answer } = await signUp({
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
  });
  expect(answer.headers.get('location')).toBe('/account');
  expect(answer.headers.getSetCookie().every((line) => line.startsWith('__Host-') && line.includes('Secure'))).toBe(
    true,
  );
});

test('K1: the address inside is a foreign Origin', async () => {
  expect((await signUp({ origin: inside })).answer.status).toBe(403);
});
