// How many may sign up from one place in an hour (contract 10), over a proxy that tells where people are.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { isFormRefused } from '../helpers/refusals.ts';
import { newEmail, PASSWORD, post } from './account-pages.ts';
import { accountAt, mailsTo, startWithMail } from './sent-mail.ts';

let hosts: Hosts;
beforeAll(async () => {
  hosts = await startHosts({
    LATCHKEY_TRUST_PROXY: '127.0.0.1',
    LATCHKEY_SIGN_UPS_PER_ADDRESS: '2',
    LATCHKEY_SIGN_UPS_PER_NETWORK: '3',
  });
});
afterAll(() => hosts?.stop());

type How = { at?: Hosts; browser?: Browser };
async function signUpFrom(
  address: string,
  values: Readonly<Record<string, string>> = {},
  language = 'en',
  { at = hosts, browser = new Browser({ 'accept-language': language }) }: How = {},
) {
  const page = await browser.open(`${at.authUrl}/sign-up`);
  const person = { email: newEmail(), password: PASSWORD, nickname: 'Mina', ...values };
  return post(browser, page.form({ action: '/sign-up' }), person, { 'x-forwarded-for': address });
}
const statusesFrom = async (addresses: readonly string[]) => {
  const statuses: number[] = [];
  for (const address of addresses) statuses.push((await signUpFrom(address)).status);
  return statuses;
};

test('contract 10: an IPv4 address has its number, and the /24 around it', async () => {
  expect(await statusesFrom(['203.0.113.1', '203.0.113.1', '203.0.113.1'])).toEqual([303, 303, 429]);
  expect(await statusesFrom(['203.0.113.2', '203.0.113.3', '203.0.114.1'])).toEqual([303, 429, 303]);
});

test('contract 10: an IPv6 /64 counts as one address, and the /48 around it as one network', async () => {
  expect(await statusesFrom(['2001:db8:1:1::1', '2001:db8:1:1::2', '2001:db8:1:1::3'])).toEqual([303, 303, 429]);
  expect(await statusesFrom(['2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:2:1::1'])).toEqual([303, 429, 303]);
});

test('contract 10: past it the page says how long to wait, in both languages, and keeps what was typed', async () => {
  await statusesFrom(['198.51.100.1', '198.51.100.1']);
  const email = newEmail();
  const page = await signUpFrom('198.51.100.1', { email });
  expect(page.status).toBe(429);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect(page.text).toContain('Too many sign-ups from your network. Try again in 60 minutes.');
  expect(page.text).toContain('This service accepts 2 an hour from one internet address and 3 from one network');
  expect(page.text).toContain('Whoever runs the service can raise this limit.');
  expect(new Map(page.form({ action: '/sign-up' }).values).get('email')).toBe(email);
  const korean = await signUpFrom('198.51.100.1', {}, 'ko');
  expect(korean.text).toContain('60분 뒤에 다시 시도해 주세요. 이 서비스에서는 한 시간에 IP 주소 하나에서 2개,');
  expect(hosts.logs.filter((line) => line.event === 'sign-up').at(-1)).toMatchObject({ result: 'limited' });
});

test('contract 10: whoever is at the machine of a server on localhost is not limited; over a proxy they are', async () => {
  const signUpHere = async (headers: Readonly<Record<string, string>> = {}) => {
    const browser = new Browser();
    const page = await browser.open(`${hosts.authUrl}/sign-up`);
    const person = { email: newEmail(), password: PASSWORD, nickname: 'Mina' };
    return (await post(browser, page.form({ action: '/sign-up' }), person, headers)).status;
  };
  for (let count = 0; count < 4; count += 1) expect(await signUpHere()).toBe(303);
  const statuses = [];
  for (let count = 0; count < 3; count += 1) statuses.push(await signUpHere({ via: '1.1 proxy' }));
  expect(statuses).toEqual([303, 303, 429]);
});

test('contract 10: when the hour has passed, people sign up again', async () => {
  await statusesFrom(['192.0.2.1', '192.0.2.1']);
  expect(await statusesFrom(['192.0.2.1'])).toEqual([429]);
  hosts.clock.advance(60 * 60 * 1000);
  expect(await statusesFrom(['192.0.2.1'])).toEqual([303]);
});

test('contract 10: a form with faults, and one that is cancelled or has expired, costs none', async () => {
  for (let count = 0; count < 4; count += 1) {
    expect((await signUpFrom('192.0.3.1', { password: 'short' })).status).toBe(400);
    expect(isFormRefused(await signUpFrom('192.0.3.1', { csrf: 'forged' }))).toBe(true);
  }
  expect(await statusesFrom(['192.0.3.1'])).toEqual([303]);
});

test('contract 10: the database holds no address of a client', async () => {
  await statusesFrom(['192.0.9.77']);
  const rows = JSON.stringify([...(await hosts.rows())]);
  expect(rows).not.toContain('192.0.9.77');
});

describe('with mail, where people can sign up without verifying their address', () => {
  let withMail: Hosts;
  beforeAll(async () => {
    withMail = await startWithMail({
      LATCHKEY_TRUST_PROXY: '127.0.0.1',
      LATCHKEY_SIGN_UPS_PER_ADDRESS: '1',
      LATCHKEY_MAILS_PER_ADDRESS: '2',
    });
  });
  afterAll(() => withMail?.stop());

  test('contract 26: past the limit people prove their address first, until there were too many mails', async () => {
    const first = newEmail();
    const signUp = (email: string, browser = new Browser()) =>
      signUpFrom('203.0.113.1', { email }, 'en', { at: withMail, browser });
    expect((await signUp(first)).status).toBe(303);
    expect(await accountAt(withMail, first)).toMatchObject({ emailVerified: false });

    const [second, browser] = [newEmail(), new Browser()];
    const waiting = await signUp(second, browser);
    expect([waiting.status, waiting.headers.get('location')]).toEqual([303, '/sign-up/code']);
    await expect(accountAt(withMail, second)).rejects.toThrow();
    const [mail] = await mailsTo(withMail, second);
    const page = await browser.open(`${withMail.authUrl}/sign-up/code`);
    const done = await browser.submit(page.form({ fields: ['code'] }), { code: mail?.code ?? '' }, { press: 'prove' });
    expect(done.url.pathname).toBe('/account');
    expect(await accountAt(withMail, second)).toMatchObject({ emailVerified: true, emailVerifiedBy: 'mail' });

    const known = await signUp(first);
    expect([known.status, known.headers.get('location')]).toEqual([303, '/sign-up/code']);
    expect((await mailsTo(withMail, first)).map(({ kind }) => kind)).toEqual(['account-exists']);

    const refused = await signUp(newEmail());
    expect([refused.status, Number(refused.headers.get('retry-after')) > 3500]).toEqual([429, true]);
    expect(refused.text).toContain('Too many emails were requested from here.');
    expect((await signUpFrom('203.0.114.1', {}, 'en', { at: withMail })).status).toBe(303);
  });
});
