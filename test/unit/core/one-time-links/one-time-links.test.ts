// One-time links: for the first operator, and for a password (contract 1, 2).
import { describe, expect, test } from 'vitest';
import { createAccount } from '../../../../src/core/people/accounts/create-account.ts';
import { createFirstOperator } from '../../../../src/core/people/accounts/create-first-operator.ts';
import { findPasswordLink, findSetupLink } from '../../../../src/core/people/one-time-links/find-one-time-link.ts';
import { oneTimeLinkUrl } from '../../../../src/core/people/one-time-links/issue-one-time-link.ts';
import { issuePasswordLink } from '../../../../src/core/people/one-time-links/issue-password-link.ts';
import { issueSetupLink } from '../../../../src/core/people/one-time-links/issue-setup-link.ts';
import { setPasswordByLink } from '../../../../src/core/people/one-time-links/set-password-by-link.ts';
import { verifyPassword } from '../../../../src/core/sign-in/passwords/verify-password.ts';
import { readSession } from '../../../../src/core/sign-in/sessions/read-session.ts';
import { passwordLinkFor } from '../../../helpers/password-link.ts';
import {
  givenPerson,
  givenPorts,
  givenSession,
  givenVisitor,
  openTestPorts,
  PASSWORD,
} from '../accounts/open-ports.ts';

const world = givenPorts();
const NEW_PASSWORD = 'another long passphrase';

async function givenLink() {
  const person = await givenPerson(world.ports);
  const link = await issuePasswordLink(world.ports, person);
  return { person, ...link };
}

describe('a password link', () => {
  test('contract 2: sets the password and ends every session', async () => {
    const { person, token } = await givenLink();
    const { handle } = await givenSession(world.ports, { account: person, persistent: true });
    expect(await setPasswordByLink(world.ports, { token, password: NEW_PASSWORD })).toMatchObject({ kind: 'changed' });
    expect(await readSession(world.ports, handle)).toBeUndefined();
    const input = { email: person.email, password: NEW_PASSWORD, visitor: givenVisitor() };
    expect(await verifyPassword(world.ports, input)).toMatchObject({ kind: 'verified' });
  });

  test('K19: works once under a 50-way race', async () => {
    const { token } = await givenLink();
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        setPasswordByLink(world.ports, { token, password: `passphrase no. ${index}` }),
      ),
    );
    expect(results.filter((result) => result.kind === 'changed')).toHaveLength(1);
    expect(results.filter((result) => result.kind === 'link-expired')).toHaveLength(49);
  });

  test('contract 9: looking at it does not spend it', async () => {
    const { person, token } = await givenLink();
    await findPasswordLink(world.ports, token);
    expect((await findPasswordLink(world.ports, token))?.account.id).toBe(person.id);
  });

  test('a password that is refused does not spend it', async () => {
    const { token } = await givenLink();
    expect(await setPasswordByLink(world.ports, { token, password: 'password' })).toMatchObject({ kind: 'refused' });
    expect(await setPasswordByLink(world.ports, { token, password: NEW_PASSWORD })).toMatchObject({ kind: 'changed' });
  });

  test('K19: a reset dies after an hour', async () => {
    const { token } = await givenLink();
    world.ports.clock.advance(3600);
    expect(await setPasswordByLink(world.ports, { token, password: NEW_PASSWORD })).toEqual({ kind: 'link-expired' });
  });

  test('a newer one ends the older one', async () => {
    const { person, token } = await givenLink();
    await issuePasswordLink(world.ports, person);
    expect(await setPasswordByLink(world.ports, { token, password: NEW_PASSWORD })).toEqual({ kind: 'link-expired' });
  });

  test('a changed character is no link', async () => {
    const { token } = await givenLink();
    const other = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(await setPasswordByLink(world.ports, { token: other, password: NEW_PASSWORD })).toEqual({
      kind: 'link-expired',
    });
  });

  test('P1: its secret is not what is stored', async () => {
    const { token } = await givenLink();
    expect(await world.ports.links.find(Buffer.from(token), world.ports.clock.now())).toBeUndefined();
  });

  test('an operator issues it by any spelling of the address', async () => {
    const person = await givenPerson(world.ports);
    expect((await passwordLinkFor(world.ports, person.email.toUpperCase())).account.id).toBe(person.id);
  });
});

test('contract 1: an account made without a password gets a link that is good for 24 hours', async () => {
  const created = await createAccount(world.ports, {
    email: 'linked@example.com',
    role: 'owner',
    nickname: undefined,
    password: undefined,
  });
  if (created.kind !== 'created' || !created.link) throw new Error(created.kind);
  expect(created.account.passwordHash).toBeUndefined();
  world.ports.clock.advance(24 * 3600 - 1);
  const input = { token: created.link.token, password: NEW_PASSWORD };
  expect(await setPasswordByLink(world.ports, input)).toMatchObject({ kind: 'changed' });
});

test('contract 1: the address of a link starts with the configured public URL', () => {
  expect(oneTimeLinkUrl('https://id.example.com', 'setup', 'abc')).toBe('https://id.example.com/setup?token=abc');
});

describe('the setup link', () => {
  const form = (email: string) => ({ email, password: PASSWORD, nickname: 'Op' });

  test('contract 1: makes one operator under a 20-way race, and no more afterwards', async () => {
    const { ports, close } = await openTestPorts();
    const link = await issueSetupLink(ports);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        createFirstOperator(ports, { token: link?.token, form: form(`op-${index}@example.com`) }),
      ),
    );
    expect(results.filter((result) => result.kind === 'created')).toHaveLength(1);
    expect(results.filter((result) => result.kind === 'link-expired')).toHaveLength(19);
    expect(await issueSetupLink(ports)).toBeUndefined();
    await close();
  });

  test('contract 1: dies after an hour, and when a newer one is issued', async () => {
    const { ports, close } = await openTestPorts();
    const older = await issueSetupLink(ports);
    const newer = await issueSetupLink(ports);
    const attempt = (token: string | undefined) => createFirstOperator(ports, { token, form: form('op@example.com') });
    expect(await attempt(older?.token)).toEqual({ kind: 'link-expired' });
    ports.clock.advance(3600);
    expect(await attempt(newer?.token)).toEqual({ kind: 'link-expired' });
    await close();
  });

  test('a fault in the form does not spend it', async () => {
    const { ports, close } = await openTestPorts();
    const link = await issueSetupLink(ports);
    expect(await createFirstOperator(ports, { token: link?.token, form: form('nobody') })).toMatchObject({
      kind: 'refused',
    });
    expect(await createFirstOperator(ports, { token: link?.token, form: form('op@example.com') })).toMatchObject({
      kind: 'created',
      account: { role: 'operator' },
    });
    await close();
  });

  test('a password link is no setup link', async () => {
    const { token } = await givenLink();
    expect(await findSetupLink(world.ports, token)).toBe(false);
    expect(await createFirstOperator(world.ports, { token, form: form('op@example.com') })).toEqual({
      kind: 'link-expired',
    });
  });
});
