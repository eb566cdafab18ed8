// Which account of a device a request is about.
import { describe, expect, test } from 'vitest';
import { pickAccount } from '../../../../src/core/grants/authorize/pick-account.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { deviceAccounts, type SignedIn } from '../../../../src/core/sign-in/sessions/session.ts';
import { givenAccount, givenConnection, givenRequest, givenSignedIn, NOW } from '../given.ts';

const person = (id: string): SignedIn => {
  const { account, session } = givenSignedIn(NOW - 600_000, givenAccount({ id, email: `${id}@example.com` }));
  return { account, session: { ...session, id } };
};
const [mina, yuna] = [person('mina'), person('yuna')];
const connections = new Map([
  ['mina', givenConnection({ accountId: 'mina', sub: 'sub-of-mina' })],
  ['yuna', givenConnection({ accountId: 'yuna', sub: 'sub-of-yuna', endedAt: NOW - 1 })],
]);

async function pick(subjects: string[] | undefined, device: (SignedIn | undefined)[]) {
  const asked: string[] = [];
  const touched: string[] = [];
  const ports = {
    connections: {
      find: async (_: string, accountId: string) => {
        asked.push(accountId);
        return connections.get(accountId);
      },
    },
    sessions: { touch: async (id: string) => void touched.push(id) },
    clock: { now: () => NOW },
    rules: { sessionIdleSeconds: 86_400, sessionTtlSeconds: 86_400 },
  } as unknown as Ports;
  const picked = await pickAccount(ports, givenRequest({ subjects }), deviceAccounts(device));
  return { who: picked.signedIn?.account.id, sub: picked.connection?.sub, asked, touched };
}

describe('a request that names nobody', () => {
  test('is about the current account, and looks at no other', async () => {
    expect(await pick(undefined, [yuna, mina])).toMatchObject({ who: 'yuna', sub: 'sub-of-yuna', asked: ['yuna'] });
  });
  test('is about nobody where none of several is current', async () => {
    expect(await pick(undefined, [undefined, yuna, mina])).toMatchObject({ who: undefined, asked: [] });
  });
});

describe('a request that names a person', () => {
  test('is about them, current or not; it is their session that is being used', async () => {
    expect(await pick(['sub-of-mina'], [yuna, mina])).toMatchObject({ who: 'mina', touched: ['mina'] });
    expect(await pick(['sub-of-mina'], [undefined, yuna, mina])).toMatchObject({ who: 'mina' });
  });
  test('knows them by a connection that was ended, too: agreeing anew gives the same sub', async () => {
    expect(await pick(['sub-of-yuna'], [mina, yuna])).toMatchObject({ who: 'yuna', sub: 'sub-of-yuna' });
  });
  test('is about the current one first, where it names several', async () => {
    expect(await pick(['sub-of-mina', 'sub-of-yuna'], [yuna, mina])).toMatchObject({ who: 'yuna', touched: [] });
    expect(await pick(['sub-of-mina', 'sub-of-yuna'], [mina, yuna])).toMatchObject({ who: 'mina', touched: [] });
  });
  test('is about nobody where they are not here', async () => {
    expect(await pick(['sub-of-somebody'], [mina, yuna])).toMatchObject({ who: undefined, sub: undefined });
    expect(await pick(['sub-of-mina'], [])).toMatchObject({ who: undefined });
  });
});
