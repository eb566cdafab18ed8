// A passkey that was made at one server signs in at the next (contract 23, 30), also an operator who has to have one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Key } from '../helpers/authenticator.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import type { Page } from '../helpers/html-page.ts';
import { moveAccounts } from '../helpers/moved-accounts.ts';
import { addPasskey, givenPasskey, promptIn, signalsIn, signInByPasskey } from './passkey-pages.ts';

let old: Hosts;
let next: Hosts;
beforeAll(async () => {
  [old, next] = await Promise.all([startHosts(), startHosts({ LATCHKEY_SECOND_FACTOR: 'staff' })]);
});
afterAll(() => Promise.all([old?.stop(), next?.stop()]));

/** Somebody who has a passkey at the old server, and nothing else to sign in with. */
async function givenMoved(role: 'user' | 'operator'): Promise<{ key: Key; email: string }> {
  const { browser, email, id } = await givenPerson(old, { role });
  const { key } = await givenPasskey(old, browser);
  await old.execute('update accounts set password_hash = null where id = ?', id);
  await moveAccounts(old.ports, next.ports);
  return { key, email };
}

const enter = async (key: Key, path: string): Promise<{ browser: Browser; page: Page }> => {
  const browser = new Browser();
  await signInByPasskey(next, browser, key);
  return { browser, page: await browser.open(`${next.authUrl}${path}`) };
};

test('contract 24, 30: an operator who must have a second factor signs in with the passkey from the old server', async () => {
  const { key } = await givenMoved('operator');
  const { page } = await enter(key, '/console/accounts');
  expect([page.url.pathname, page.status]).toEqual(['/console/accounts', 200]);
});

test('contract 23: a new passkey is of the id here, and the browser hears of each user handle what is left', async () => {
  const { key, email } = await givenMoved('user');
  const { id } = (await next.ports.accounts.findByEmailKey(email)) ?? { id: '' };
  const { browser, page } = await enter(key, '/account/passkeys');
  const handle = Buffer.from(id).toString('base64url');
  const idOf = ({ credentialId }: Key) => credentialId.toString('base64url');
  expect(promptIn(page)?.options).toMatchObject({ user: { id: handle }, excludeCredentials: [{ id: idOf(key) }] });
  const accepted = (userId: string, ...allAcceptedCredentialIds: string[]) => ({
    method: 'signalAllAcceptedCredentials',
    options: { rpId: 'localhost', userId, allAcceptedCredentialIds },
  });
  expect(signalsIn(page)).toEqual([accepted(handle), accepted(key.userHandle, idOf(key))]);

  const added = await addPasskey(next, browser);
  expect(signalsIn(added.page)).toEqual([accepted(handle, idOf(added.key)), accepted(key.userHandle, idOf(key))]);
  const forms = added.page.forms.filter(({ fields }) => fields.includes('id'));
  const brought = forms.at(-1);
  if (!brought) throw new Error('no form removes it');
  const removed = await browser.submit(brought, {}, { press: 'remove' });
  const forgotten = { method: 'signalUnknownCredential', options: { rpId: 'localhost', credentialId: idOf(key) } };
  expect(removed.url.searchParams.get('notice')).toBe('removed');
  expect(signalsIn(removed)).toEqual([accepted(handle, idOf(added.key)), forgotten]);
});

test('contract 23: no link makes a browser forget a passkey that is somebody’s', async () => {
  const { key } = await givenMoved('user');
  const other = await givenMoved('user');
  const id = other.key.credentialId.toString('base64url');
  for (const gone of [id, `${id}=`, '', 'A'.repeat(1400)]) {
    const { page } = await enter(key, `/account/passkeys?notice=removed&gone=${encodeURIComponent(gone)}`);
    expect(signalsIn(page).map(({ method }) => method)).not.toContain('signalUnknownCredential');
  }
});
