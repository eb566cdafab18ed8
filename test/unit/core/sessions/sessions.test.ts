// Sessions: handles, lifetimes and their end (contract 10; cases K6, K21).
import { describe, expect, test } from 'vitest';
import type { Account } from '../../../../src/core/ground/accounts/account.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { chooseSession } from '../../../../src/core/sign-in/sessions/choose-session.ts';
import { endSession } from '../../../../src/core/sign-in/sessions/end-session.ts';
import { endOtherSessions, endSessions } from '../../../../src/core/sign-in/sessions/end-sessions.ts';
import { readDevice, readSession } from '../../../../src/core/sign-in/sessions/read-session.ts';
import type { DeviceAccounts, SignedIn } from '../../../../src/core/sign-in/sessions/session.ts';
import { startSession } from '../../../../src/core/sign-in/sessions/start-session.ts';
import { givenPerson, givenPorts, givenSession, signInFrom } from '../accounts/open-ports.ts';

const world = givenPorts();
const HOUR = 3600;
const DAY = 24 * HOUR;

async function start(input: { account?: Account; persistent?: boolean; held?: readonly SignedIn[] } = {}) {
  const account = input.account ?? (await givenPerson(world.ports));
  return givenSession(world.ports, { ...input, account });
}

/**
 * Reads as a page does: the use is noted. Nobody waits for the note but here: a write that was asked for later is done
 * later.
 */
const use = async (handle: string, ports: Pick<Ports, 'sessions' | 'clock' | 'rules'> = world.ports) => {
  const { current } = await readDevice(ports, [handle]);
  await world.ports.tokens.endAccessToken('of nobody', 0);
  return current;
};

const emails = (device: DeviceAccounts) => device.all.map(({ account }) => account.email);

describe('signing in on a device', () => {
  test('K6: as the same account: a new handle, the old one dead, the session and its `sid` stay', async () => {
    const before = await start();
    world.ports.clock.advance(60);
    const after = await start({ account: before.account, persistent: true, held: [before] });
    expect(after.handle).not.toBe(before.handle);
    expect(await readSession(world.ports, before.handle)).toBeUndefined();
    const found = await readSession(world.ports, after.handle);
    expect(found?.session).toEqual(after.session);
    expect(after.session.id).toBe(before.session.id);
    expect(after.session.authenticatedAt).toBe(world.ports.clock.now());
    expect(after.session.createdAt).toBe(world.ports.clock.now());
  });

  test('K6: as somebody else: the others stay, each under a new handle', async () => {
    const first = await start();
    const second = await start({ held: [first] });
    const [kept] = second.others;
    expect(await readSession(world.ports, first.handle)).toBeUndefined();
    expect(kept && (await readSession(world.ports, kept.handle))?.session.id).toBe(first.session.id);
    const device = await readDevice(world.ports, [second.handle, kept?.handle ?? '']);
    expect(device.current?.account.id).toBe(second.account.id);
    expect(emails(device)).toEqual([second.account.email, first.account.email]);
  });

  test('a sixth account ends the oldest session of the device', async () => {
    let held: readonly SignedIn[] = [];
    let last = await start();
    const oldest = last;
    for (let made = 1; made < 6; made += 1) {
      held = [last, ...last.others];
      last = await start({ held });
    }
    expect(last.others).toHaveLength(4);
    const listed = await world.ports.sessions.listByAccount(oldest.account.id, world.ports.clock.now(), 50);
    expect(listed).toEqual([]);
    for (const other of last.others) expect(await readSession(world.ports, other.handle)).toBeDefined();
  });

  test('a session of the device that ended meanwhile is not revived: the sign-in has one of its own', async () => {
    const before = await start();
    await endSession(world.ports, { accountId: before.account.id, sessionId: before.session.id });
    const after = await start({ account: before.account, held: [before] });
    expect(after.session.id).not.toBe(before.session.id);
    expect(await readSession(world.ports, after.handle)).toBeDefined();
  });
});

describe('who is the current account of a device', () => {
  const three = async () => [await start(), await start(), await start()] as const;
  const endIt = ({ account, session }: SignedIn) =>
    endSession(world.ports, { accountId: account.id, sessionId: session.id });

  test('the first', async () => {
    const [a, b, c] = await three();
    const device = await readDevice(world.ports, [b.handle, a.handle, c.handle]);
    expect(device.current?.account.id).toBe(b.account.id);
    expect(emails(device)).toEqual([b, a, c].map(({ account }) => account.email));
  });

  test('when the first has ended and several are left: nobody, until they say who', async () => {
    const [a, b, c] = await three();
    await endIt(a);
    const device = await readDevice(world.ports, [a.handle, b.handle, c.handle]);
    expect(device.current).toBeUndefined();
    expect(device.all).toHaveLength(2);
  });

  test('when the first has ended and one is left: that one', async () => {
    const [a, b, c] = await three();
    await endIt(a);
    await endIt(c);
    const device = await readDevice(world.ports, [a.handle, b.handle, c.handle]);
    expect(device.current?.account.id).toBe(b.account.id);
    expect(emails(device)).toEqual([b.account.email]);
  });

  test('the hot path: one account is one read, and several are asked for in one turn', async () => {
    const [a, b] = await three();
    const turns: number[] = [];
    let turn = 0;
    const sessions: typeof world.ports.sessions = {
      ...world.ports.sessions,
      find: (...input) => {
        turns.push(turn);
        setImmediate(() => {
          turn += 1;
        });
        return world.ports.sessions.find(...input);
      },
    };
    await readDevice({ ...world.ports, sessions }, [a.handle]);
    expect(turns).toHaveLength(1);
    turns.length = 0;
    await readDevice({ ...world.ports, sessions }, [b.handle, a.handle]);
    expect(turns).toHaveLength(2);
    expect(new Set(turns).size).toBe(1);
  });

  test('K21: a disabled account is none of them', async () => {
    const [a, b] = await three();
    await world.ports.accounts.setDisabled(a.account.id, true, world.ports.clock.now());
    expect(emails(await readDevice(world.ports, [b.handle, a.handle]))).toEqual([b.account.email]);
  });

  test('contract 10: only the current account is being used; the others run out', async () => {
    const [a, b] = await three();
    for (let half = 0; half < 3; half += 1) {
      world.ports.clock.advance(DAY / 2 - 1);
      await readDevice(world.ports, [a.handle, b.handle]);
    }
    expect(emails(await readDevice(world.ports, [a.handle, b.handle]))).toEqual([a.account.email]);
  });
});

describe('choosing an account', () => {
  test('notes when it was chosen, in the session', async () => {
    const [a, b] = [await start(), await start()];
    world.ports.clock.advance(60);
    const device = await readDevice(world.ports, [a.handle, b.handle]);
    const chosen = await chooseSession(world.ports, { device, sessionId: b.session.id });
    expect(chosen?.session.chosenAt).toBe(world.ports.clock.now());
    expect((await readSession(world.ports, b.handle))?.session).toEqual(chosen?.session);
    expect((await readSession(world.ports, a.handle))?.session.chosenAt).toBe(a.session.chosenAt);
  });

  test('K1: a session of another device cannot be chosen', async () => {
    const [mine, theirs] = [await start(), await start()];
    const device = await readDevice(world.ports, [mine.handle]);
    expect(await chooseSession(world.ports, { device, sessionId: theirs.session.id })).toBeUndefined();
    expect((await readSession(world.ports, theirs.handle))?.session.chosenAt).toBe(theirs.session.chosenAt);
  });
});

describe('contract 10: a session lives', () => {
  test('24 hours since its last use', async () => {
    const { handle } = await start();
    world.ports.clock.advance(DAY - 1);
    expect(await use(handle)).toBeDefined();
    world.ports.clock.advance(DAY);
    expect(await use(handle)).toBeUndefined();
  });

  test('30 days in all, however often it is used', async () => {
    const { handle } = await start();
    for (let day = 0; day < 59; day += 1) {
      world.ports.clock.advance(DAY / 2);
      expect(await use(handle)).toBeDefined();
    }
    world.ports.clock.advance(DAY / 2);
    expect(await use(handle)).toBeUndefined();
  });

  test('kept signed in: 30 days since its last use', async () => {
    const { handle } = await start({ persistent: true });
    world.ports.clock.advance(30 * DAY - 1);
    expect(await use(handle)).toBeDefined();
    world.ports.clock.advance(30 * DAY);
    expect(await use(handle)).toBeUndefined();
  });

  test('kept signed in: 90 days in all', async () => {
    const { handle } = await start({ persistent: true });
    for (let part = 0; part < 4; part += 1) {
      world.ports.clock.advance(20 * DAY);
      expect(await use(handle)).toBeDefined();
    }
    world.ports.clock.advance(10 * DAY);
    expect(await use(handle)).toBeUndefined();
  });
});

test('contract 10: the last use is kept to five minutes, not written at every read', async () => {
  const { handle } = await start();
  let touches = 0;
  const sessions: typeof world.ports.sessions = {
    ...world.ports.sessions,
    touch: (...input) => {
      touches += 1;
      return world.ports.sessions.touch(...input);
    },
  };
  for (let minute = 0; minute < 12; minute += 1) {
    world.ports.clock.advance(60);
    await use(handle, { ...world.ports, sessions });
  }
  expect(touches).toBe(2);
});

test('K21: an ended session is anonymous at once', async () => {
  const { handle, account, session } = await start();
  await endSession(world.ports, { accountId: account.id, sessionId: session.id });
  expect(await readSession(world.ports, handle)).toBeUndefined();
});

test('N1: nobody ends the session of another account', async () => {
  const [mine, theirs] = [await start(), await start()];
  expect(await endSession(world.ports, { accountId: mine.account.id, sessionId: theirs.session.id })).toBe(false);
  expect(await readSession(world.ports, theirs.handle)).toBeDefined();
});

test('K21: all sessions of an account end, but for the one to keep', async () => {
  const kept = await start();
  const other = await start({ account: kept.account, persistent: true });
  const opened = await endOtherSessions(world.ports, kept);
  expect(await readSession(world.ports, other.handle)).toBeUndefined();
  expect(await readSession(world.ports, opened?.handle ?? '')).toMatchObject({ session: { id: kept.session.id } });
});

test('contract 2: the session that stays has a new handle, so that a copied cookie is signed out too', async () => {
  const kept = await start();
  const opened = await endOtherSessions(world.ports, kept);
  expect(opened?.handle).not.toBe(kept.handle);
  expect(await readSession(world.ports, kept.handle)).toBeUndefined();
  const { session } = (await readSession(world.ports, opened?.handle ?? '')) ?? {};
  expect(session).toEqual(opened?.session);
});

test('contract 2: who has ended meanwhile ends nobody else', async () => {
  const kept = await start();
  const other = await start({ account: kept.account });
  await endSession(world.ports, { accountId: kept.account.id, sessionId: kept.session.id });
  expect(await endOtherSessions(world.ports, kept)).toBeUndefined();
  expect(await readSession(world.ports, other.handle)).toBeDefined();
});

test('contract 2: a sign-in that was under way when all sessions were ended starts none', async () => {
  const account = await givenPerson(world.ports);
  await endSessions(world.ports, account.id);
  expect(
    await startSession(world.ports, {
      account,
      amr: ['pwd'],
      persistent: false,
      network: '',
      from: signInFrom(),
      held: [],
    }),
  ).toBeUndefined();
  const now = (await world.ports.accounts.find(account.id)) as Account;
  expect(await readSession(world.ports, (await start({ account: now })).handle)).toBeDefined();
});

test('a User-Agent of any length is kept to 400 characters', async () => {
  const account = await givenPerson(world.ports);
  const input = { account, persistent: false, userAgent: 'x'.repeat(5000), network: '', held: [] };
  expect((await givenSession(world.ports, input)).session.userAgent).toHaveLength(400);
});
