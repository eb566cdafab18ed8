// A test mail goes to the operator who asks for it, and to nobody else (contract 20).
import { expect, test } from 'vitest';
import { validSession } from '../../../../src/core/ground/acts/session-proof.ts';
import { sendTestMail } from '../../../../src/core/server/mail/send-test-mail.ts';
import { givenPerson, givenPorts, givenSession, givenVisitor } from '../accounts/open-ports.ts';

const world = givenPorts();
const MINUTE = 60_000;

type Given = { mail?: 'smtp' | 'memory' | 'off'; role?: 'operator' | 'support'; verified?: boolean };

async function given({ mail = 'smtp', role = 'operator', verified = true }: Given = {}) {
  const { ports } = world;
  const deps = { ...ports, rules: { ...ports.rules, mail } };
  const account = await givenPerson(ports, { role, emailVerified: verified });
  const { session } = await givenSession(ports, { account });
  const from = { ...givenVisitor(), userAgent: '', language: 'ko' };
  const send = () => sendTestMail(deps, { account, proof: validSession(session), from });
  return { account, send, session };
}

/** What is due, which is then claimed. */
const due = () => {
  const now = world.ports.clock.now();
  return world.ports.mails.claim({ now, until: now + MINUTE, limit: 10, busy: [] });
};

test('contract 20: it goes to the operator’s own address, and is given up after 15 minutes', async () => {
  const { account, send } = await given();
  expect(await send()).toEqual({ kind: 'queued' });
  const [mail, ...others] = await due();
  expect(others).toEqual([]);
  const { email, id: accountId } = account;
  expect(mail).toMatchObject({ kind: 'test-mail', email, accountId, language: 'ko', sealed: undefined });
  expect((mail?.expiresAt ?? 0) - (mail?.createdAt ?? 0)).toBe(15 * MINUTE);
});

test.each<[string, Given]>([
  ['off', { mail: 'off' }],
  ['memory', { mail: 'memory' }],
  ['unverified', { verified: false }],
  ['no-operator', { role: 'support' }],
])('contract 20: none is sent: %s', async (kind, how) => {
  const { send } = await given(how);
  expect(await send()).toEqual({ kind });
  expect(await due()).toEqual([]);
});

test('contract 20: five an hour', async () => {
  const { send } = await given();
  for (let index = 0; index < 5; index += 1) expect(await send()).toEqual({ kind: 'queued' });
  expect(await send()).toMatchObject({ kind: 'limited' });
  expect(await due()).toHaveLength(5);
});
