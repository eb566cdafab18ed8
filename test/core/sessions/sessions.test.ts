// Sessions: handles, lifetimes and their end (contract 10; cases K6, K21).
import { describe, expect, test } from 'vitest';
import { endSession } from '../../../src/core/sessions/end-session.ts';
import { endSessions } from '../../../src/core/sessions/end-sessions.ts';
import { readSession } from '../../../src/core/sessions/read-session.ts';
import { startSession } from '../../../src/core/sessions/start-session.ts';
import { givenPerson, givenPorts } from '../accounts/open-ports.ts';

const world = givenPorts();
const HOUR = 3600;
const DAY = 24 * HOUR;

async function start(input: { persistent?: boolean; replacesHandle?: string } = {}) {
  const account = await givenPerson(world.ports);
  const rest = { persistent: false, userAgent: '', replacesHandle: undefined, ...input };
  return startSession(world.ports, { account, ...rest });
}

test('K6: a session has a handle of its own, and a planted one ends', async () => {
  const planted = await start();
  const mine = await start({ replacesHandle: planted.handle });
  expect(mine.handle).not.toBe(planted.handle);
  expect(await readSession(world.ports, planted.handle)).toBeUndefined();
  expect(await readSession(world.ports, mine.handle)).toMatchObject({ session: { id: mine.session.id } });
});

describe('contract 10: a session lives', () => {
  test('24 hours since its last use', async () => {
    const { handle } = await start();
    world.ports.clock.advance(DAY - 1);
    expect(await readSession(world.ports, handle)).toBeDefined();
    world.ports.clock.advance(DAY);
    expect(await readSession(world.ports, handle)).toBeUndefined();
  });

  test('30 days in all, however often it is used', async () => {
    const { handle } = await start();
    for (let day = 0; day < 59; day += 1) {
      world.ports.clock.advance(DAY / 2);
      expect(await readSession(world.ports, handle)).toBeDefined();
    }
    world.ports.clock.advance(DAY / 2);
    expect(await readSession(world.ports, handle)).toBeUndefined();
  });

  test('kept signed in: 30 days since its last use', async () => {
    const { handle } = await start({ persistent: true });
    world.ports.clock.advance(30 * DAY - 1);
    expect(await readSession(world.ports, handle)).toBeDefined();
    world.ports.clock.advance(30 * DAY);
    expect(await readSession(world.ports, handle)).toBeUndefined();
  });

  test('kept signed in: 90 days in all', async () => {
    const { handle } = await start({ persistent: true });
    for (let part = 0; part < 4; part += 1) {
      world.ports.clock.advance(20 * DAY);
      expect(await readSession(world.ports, handle)).toBeDefined();
    }
    world.ports.clock.advance(10 * DAY);
    expect(await readSession(world.ports, handle)).toBeUndefined();
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
    await readSession({ ...world.ports, sessions }, handle);
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
  const other = await startSession(world.ports, {
    account: kept.account,
    persistent: true,
    userAgent: '',
    replacesHandle: undefined,
  });
  await endSessions(world.ports, { accountId: kept.account.id, exceptSessionId: kept.session.id });
  expect(await readSession(world.ports, other.handle)).toBeUndefined();
  expect(await readSession(world.ports, kept.handle)).toBeDefined();
});

test('a User-Agent of any length is kept to 400 characters', async () => {
  const account = await givenPerson(world.ports);
  const input = { account, persistent: false, userAgent: 'x'.repeat(5000), replacesHandle: undefined };
  expect((await startSession(world.ports, input)).session.userAgent).toHaveLength(400);
});
