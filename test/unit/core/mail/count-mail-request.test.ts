// How many mails of an hour an address gets that somebody requested (contract 20).
import { expect, test } from 'vitest';
import { countMailTo, type MailBudget } from '../../../../src/core/server/mail/count-mail-request.ts';
import { givenPorts } from '../accounts/open-ports.ts';

const world = givenPorts();
const HOUR_SECONDS = 3600;
let made = 0;
const newKey = (): string => {
  made += 1;
  return `person-${made}@example.com`;
};

/** How many of `times` are counted. */
async function counted(emailKey: string, budget: MailBudget, times = 9): Promise<number> {
  let count = 0;
  for (let index = 0; index < times; index += 1) {
    if ((await countMailTo(world.ports, emailKey, budget)).kind === 'counted') count += 1;
  }
  return count;
}

test.each<[MailBudget, number]>([
  ['stranger', 5],
  ['exists', 2],
  ['reset', 5],
  ['session', 5],
  ['test', 5],
])('contract 20: of %s %s an hour, and as many in the next', async (budget, most) => {
  const key = newKey();
  expect(await counted(key, budget)).toBe(most);
  world.ports.clock.advance(HOUR_SECONDS);
  expect(await counted(key, budget)).toBe(most);
});

test('contract 20: what strangers cause uses up nothing that the owner needs, nor the other way round', async () => {
  const key = newKey();
  expect(await counted(key, 'stranger')).toBe(5);
  expect(await counted(key, 'reset')).toBe(5);
  expect(await counted(key, 'session')).toBe(5);
  const other = newKey();
  await counted(other, 'reset');
  await counted(other, 'session');
  expect(await counted(other, 'stranger')).toBe(5);
});

test('contract 20: test mails use up no code that the operator signs in with', async () => {
  const key = newKey();
  expect([await counted(key, 'test'), await counted(key, 'session'), await counted(key, 'reset')]).toEqual([5, 5, 5]);
});

test('contract 20: a mail that says that there is an account is a stranger’s too', async () => {
  const key = newKey();
  expect(await counted(key, 'exists')).toBe(2);
  expect(await counted(key, 'stranger')).toBe(3);
  const other = newKey();
  expect(await counted(other, 'stranger', 4)).toBe(4);
  expect(await counted(other, 'exists')).toBe(1);
});

test('contract 20: of fifty at once, five', async () => {
  const key = newKey();
  const asked = await Promise.all(Array.from({ length: 50 }, () => countMailTo(world.ports, key, 'session')));
  expect(asked.filter(({ kind }) => kind === 'counted')).toHaveLength(5);
});
