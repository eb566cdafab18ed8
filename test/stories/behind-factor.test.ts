// Factors are set up behind the factor that the account has (contract 24): what somebody with the password alone can do
// to an account with a passkey, and how its owner goes on after losing that.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfirmationNeeded } from '../../src/core/ground/acts/session-proof.ts';
import { removePasskey } from '../../src/core/sign-in/passkeys/change-passkeys.ts';
import { browserOf } from '../../src/http/browsers/browser-session.ts';
import { actedFrom } from '../../src/http/browsers/visitor.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { seedRequest } from '../helpers/seed-request.ts';
import { enrol, givenCodes } from './factor-pages.ts';
import { addPasskey, answerWith, givenPasskey, personWithPasskey } from './passkey-pages.ts';
import { mailsTo, startWithMail } from './sent-mail.ts';

let noMail: Hosts;
let withMail: Hosts;
beforeAll(async () => {
  [noMail, withMail] = await Promise.all([
    startHosts({ LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000' }),
    startWithMail({ LATCHKEY_MAILS_PER_ADDRESS: '100000' }),
  ]);
});
afterAll(() => Promise.all([noMail?.stop(), withMail?.stop()]));

const open = (hosts: Hosts, browser: Browser, path: string) => browser.open(`${hosts.authUrl}${path}`);

/** Somebody with a passkey, and a thief who has just signed in with the password. */
async function givenThief(hosts: Hosts) {
  const person = await personWithPasskey(hosts);
  const { id } = (await hosts.ports.accounts.findByEmailKey(person.email)) ?? {};
  if (id === undefined) throw new Error('no account');
  const thief = new Browser();
  await givenSession(hosts, thief, person.email);
  return { ...person, id, thief };
}

describe.each(['/account/two-step', '/account/passkeys'])('contract 24: with a passkey on the account, %s', (path) => {
  test('asks whoever has given the password for the passkey, and not for the password again', async () => {
    const { thief } = await givenThief(noMail);
    const page = await open(noMail, thief, path);
    expect([page.url.pathname, page.url.search]).toEqual(['/confirm/factor', `?to=${path}`]);
    expect(page.html).not.toContain('type="password"');
    expect(page.html).not.toContain('/confirm/mail');
  });

  test('opens for whoever has shown it', async () => {
    const { thief: browser, key } = await givenThief(noMail);
    const page = await answerWith(noMail, browser, await open(noMail, browser, path), key);
    expect(page.url.pathname).toBe(path);
  });
});

test('contract 24: neither use case does anything for the password alone', async () => {
  const { id, thief } = await givenThief(noMail);
  await expect(givenCodes(noMail, thief)).rejects.toThrow('confirmed');
  await expect(givenPasskey(noMail, thief)).rejects.toThrow('confirmed');
  expect(await noMail.ports.factors.find(id)).toBeUndefined();
  expect(await noMail.ports.passkeys.listByAccount(id)).toHaveLength(1);
});

test('contract 24: the password alone removes no passkey, after which it would set up another factor', async () => {
  const { id, thief } = await givenThief(noMail);
  const { deps, request } = seedRequest(noMail, thief, '/account/passkeys');
  const signedIn = await browserOf(deps, request).signedIn();
  if (!signedIn) throw new Error('nobody is signed in');
  const [passkey] = await noMail.ports.passkeys.listByAccount(id);
  const removed = removePasskey(noMail.ports, signedIn, {
    id: passkey?.id ?? '',
    from: actedFrom(deps, request, signedIn.account),
  });
  await expect(removed).rejects.toThrow(ConfirmationNeeded);
  expect(await noMail.ports.passkeys.listByAccount(id)).toEqual([passkey]);
});

test('contract 24: whoever lost the passkey proves the address by mail instead, and sets up another factor', async () => {
  const { id, email, thief: browser } = await givenThief(withMail);
  const asked = await open(withMail, browser, '/account/passkeys');
  expect(asked.url.pathname).toBe('/confirm/factor');
  const page = await open(withMail, browser, '/confirm/mail?to=/account/passkeys');
  const waits = await browser.submit(page.form({ action: '/confirm/mail' }), {}, { press: 'send' });
  expect(waits.url.pathname).toBe('/confirm/mail/code');
  const wrong = await browser.submit(waits.form({ fields: ['code'] }), { code: '00000000' }, { press: 'prove' });
  expect(wrong.status).toBe(400);
  const { code = '' } = (await mailsTo(withMail, email)).findLast(({ kind }) => kind === 'factor-code') ?? {};
  const proven = await browser.submit(wrong.form({ fields: ['code'] }), { code }, { press: 'prove' });
  expect(proven.url.pathname).toBe('/account/passkeys');
  await addPasskey(withMail, browser);
  const added = (await withMail.ports.passkeys.listByAccount(id)).at(-1);
  expect([added?.setUpBehind, added?.knownSince]).toEqual(['mail', undefined]);
  const { page: codes } = await enrol(withMail, browser);
  expect(codes.status).toBe(200);
  expect((await withMail.ports.factors.find(id))?.setUpBehind).toBe('factor');
});

test('contract 24: the password alone sets up the first factor of an account', async () => {
  const { browser, id } = await givenPerson(noMail);
  await addPasskey(noMail, browser);
  expect((await noMail.ports.passkeys.listByAccount(id))[0]?.setUpBehind).toBe('nothing');
});
