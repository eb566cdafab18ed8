// The console's pages of signing keys and of what `latchkey doctor` says (contract 29): for operators alone.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FINDINGS } from '../../src/core/operating/doctor/all-findings.ts';
import { type Finding, findingOf } from '../../src/core/operating/doctor/finding.ts';
import { REPORT_KEPT_MS } from '../../src/core/operating/doctor/latest-report.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { rotateSigningKeys } from '../../src/core/server/keys/rotate-signing-keys.ts';
import { Browser } from '../helpers/browser.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { newEmail, PASSWORD } from './account-pages.ts';

const tell = findingOf(FINDINGS);
let findings: readonly Finding[] = [];
let examine = async () => findings;
let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({}, { examine: () => examine() });
});
afterAll(() => hosts.stop());

async function personIn(role: 'user' | 'owner' | 'support' | 'operator', language = 'en') {
  const email = newEmail();
  await createAccount(hosts.ports, { email, role, nickname: undefined, password: PASSWORD });
  const browser = new Browser({ 'accept-language': language });
  await givenSession(hosts, browser, email);
  return browser;
}
const pageOf = (browser: Browser, path: string) => browser.open(`${hosts.authUrl}${path}`);

describe('contract 29: the signing keys', () => {
  test('decision 9: operators see each key with its state and the next rotation, and no key itself', async () => {
    const browser = await personIn('operator');
    const console = await pageOf(browser, '/console');
    expect((await browser.open(console.link('Signing keys'))).text).toContain('There are no signing keys yet');
    await hosts.ports.signingKeys.publicKeys();
    await rotateSigningKeys(hosts.ports, { algorithm: 'ES256', revoke: true });
    const { text, html } = await pageOf(browser, '/console/signing-keys');
    const keys = await hosts.ports.keys.list();
    for (const { id, publicJwk, sealedPrivateKey } of keys) {
      expect(html).toContain(id);
      for (const half of [publicJwk.n, publicJwk.x]) if (half !== undefined) expect(html).not.toContain(half);
      for (const as of ['base64', 'base64url', 'hex'] as const) {
        expect(html).not.toContain(sealedPrivateKey.toString(as));
      }
    }
    expect(keys.length).toBeGreaterThan(6);
    for (const words of ['Signs next', 'Signs now', 'Revoked', 'Next rotation']) expect(text).toContain(words);
    expect(text).toContain('latchkey keys rotate --revoke');
  });

  test('N1: nobody else sees them, or the way there', async () => {
    for (const role of ['user', 'owner', 'support'] as const) {
      const browser = await personIn(role);
      for (const path of ['/console/signing-keys', '/console/doctor']) {
        expect([role, (await pageOf(browser, path)).status]).toEqual([role, 403]);
        expect((await pageOf(browser, '/console')).html).not.toContain(path);
        expect((await pageOf(new Browser(), path)).url.pathname).toBe('/login');
      }
    }
  });
});

describe('contract 29: what doctor says', () => {
  test('problems come first, each with its advice, and the look is in the audit', async () => {
    findings = [
      tell('schema-current', { newest: '0024' }),
      tell('factors-missing', { policy: 'staff', count: 1, named: 'mina@example.com' }),
      tell('file-open', { path: 'data/latchkey.db', mode: '0644' }),
    ];
    const browser = await personIn('operator');
    hosts.clock.advance(REPORT_KEPT_MS);
    const console = await pageOf(browser, '/console/signing-keys');
    const { text } = await browser.open(console.link('Server check'));
    expect(text).toContain('1 problem, 1 warning, 1 fine');
    const places = ['Other users can read', 'chmod 600 data/latchkey.db', 'mina@example.com', 'Up to date (0024)'];
    const found = places.map((words) => text.indexOf(words));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found[0]).toBeGreaterThan(0);
    const [entry] = await hosts.ports.audit.list({ limit: 1 });
    expect(entry).toMatchObject({ action: 'doctor see', role: 'operator' });
  });

  test('in Korean, problem and advice are Korean', async () => {
    hosts.clock.advance(REPORT_KEPT_MS);
    findings = [
      tell('mail-given-up', {
        server: 'smtp://mail.example',
        from: 'login@mail.example',
        answer: '250 Ok',
        givenUp: 3,
      }),
    ];
    const { text } = await pageOf(await personIn('operator', 'ko'), '/console/doctor');
    expect(text).toContain('최근 일주일 동안 메일 3개를 보내지 못했어요');
    expect(text).not.toContain('were given up');
  });

  test('checks that fail are told, with the command, and the log has the reason', async () => {
    hosts.clock.advance(REPORT_KEPT_MS);
    examine = () => Promise.reject(new Error('killed after 30 s'));
    const { status, text } = await pageOf(await personIn('operator'), '/console/doctor');
    expect([status, text.includes('The check did not finish')]).toEqual([200, true]);
    expect(JSON.stringify(hosts.logs)).toContain('killed after 30 s');
  });
});
