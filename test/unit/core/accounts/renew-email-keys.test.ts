// Spellings of one address (contract 2): how accounts from before are found, made anew and told, and that nobody is
// locked out or signed in as somebody else.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findAccount } from '../../../../src/core/people/accounts/administer-accounts.ts';
import { createAccount } from '../../../../src/core/people/accounts/create-account.ts';
import {
  findCollidingAddresses,
  findUnplainAddresses,
  renewEmailKeys,
} from '../../../../src/core/people/accounts/renew-email-keys.ts';
import { someAccount } from '../../../contract/stores/given.ts';
import { openTestPorts } from './open-ports.ts';

let world: Awaited<ReturnType<typeof openTestPorts>>;
beforeEach(async () => {
  world = await openTestPorts();
});
afterEach(() => world.close());

/** As a program of the version before wrote it. */
async function givenBefore(email: string) {
  const account = someAccount({ email, emailKey: email.toLowerCase().normalize('NFC') });
  await world.ports.accounts.insert(account);
  return account.id;
}
const find = async (email: string) => (await findAccount(world.ports, email))?.id;
const create = (email: string) =>
  createAccount(world.ports, { email, role: 'user', nickname: undefined, password: undefined });

test('K15: an account alone with its address is reached by every spelling, before the key is made anew and after', async () => {
  const id = await givenBefore('jo\u017Fh@example.com');
  expect(await find('jo\u017Fh@example.com')).toBe(id);
  expect((await create('JO\u017Fh@example.com')).kind).toBe('refused');
  for (let start = 0; start < 2; start += 1) {
    await renewEmailKeys(world.ports);
    for (const email of ['jo\u017Fh@example.com', 'josh@example.com', 'JOSH@example.com', '\uFF4Aosh@example.com']) {
      expect(await find(email)).toBe(id);
      expect((await create(email)).kind).toBe('refused');
    }
  }
  expect(await findCollidingAddresses(world.ports)).toEqual([]);
});

test('K15: where spellings collided, each account keeps working by its own, is told, and no third one is made', async () => {
  const ascii = await givenBefore('mike@example.com');
  const dotless = await givenBefore('m\u0131ke@example.com');
  const [wide, double] = [await givenBefore('\uFF41@example.com'), await givenBefore('\u{1D41A}@example.com')];
  await renewEmailKeys(world.ports);
  expect(await find('mike@example.com')).toBe(ascii);
  expect(await find('MIKE@example.com')).toBe(ascii);
  expect(await find('m\u0131ke@example.com')).toBe(dotless);
  // Another spelling still is nobody's in particular: it is the account with the key.
  expect(await find('\uFF4Dike@example.com')).toBe(ascii);
  // Of several without an ordinary spelling the oldest gets the key.
  expect(await find('\uFF41@example.com')).toBe(wide);
  expect(await find('a@example.com')).toBe(wide);
  expect(await find('\u{1D41A}@example.com')).toBe(double);
  for (const email of ['mike@example.com', 'm\u0131ke@example.com', 'a@example.com', '\u{1D41A}@example.com']) {
    expect((await create(email)).kind).toBe('refused');
  }
  expect(await findCollidingAddresses(world.ports)).toEqual(['m\u0131ke@example.com', '\u{1D41A}@example.com']);
});

test('what a process of the version before still writes is found and made anew at the next start', async () => {
  await renewEmailKeys(world.ports);
  const id = await givenBefore('stra\u00DFe@example.com');
  expect(await find('stra\u00DFe@example.com')).toBe(id);
  expect(await find('strasse@example.com')).toBeUndefined();
  await renewEmailKeys(world.ports);
  expect(await find('strasse@example.com')).toBe(id);
});

test('decision 66: addresses with letters that count as others are told, whatever their key is by now', async () => {
  for (const email of ['jo\u017Fh@example.com', '\uAE40@example.com', 'm\u0131ke@example.com', 'mike@example.com']) {
    await givenBefore(email);
  }
  await renewEmailKeys(world.ports);
  await givenBefore('Stra\u00DFe@example.com');
  const unplain = ['jo\u017Fh@example.com', 'm\u0131ke@example.com', 'Stra\u00DFe@example.com'];
  expect(await findUnplainAddresses(world.ports)).toEqual(unplain);
});

test('letters that have no ordinary ones keep their key', async () => {
  const id = await givenBefore('\uAE40@example.com');
  await renewEmailKeys(world.ports);
  expect((await world.ports.accounts.findByEmailKey('\uAE40@example.com'))?.id).toBe(id);
});

test('with more accounts than one page holds, all are made anew', async () => {
  for (let index = 0; index < 1003; index += 1) await givenBefore(`\uFF41${index}@example.com`);
  await renewEmailKeys(world.ports);
  expect(await find('a1002@example.com')).toBeDefined();
  expect(await findCollidingAddresses(world.ports)).toEqual([]);
});
