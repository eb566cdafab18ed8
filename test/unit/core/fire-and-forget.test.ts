// Notes of use: nobody waits for them, and trouble of the database is not the reader's.
import { expect, test, vi } from 'vitest';
import { fireAndForget } from '../../../src/core/ground/fire-and-forget.ts';
import { Unavailable } from '../../../src/core/ground/unavailable.ts';
import { noteUse } from '../../../src/core/sign-in/sessions/read-session.ts';

test('M4: a note that cannot be written now is dropped', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  fireAndForget(Promise.reject(new Unavailable('locked')));
  await new Promise((resolve) => setTimeout(resolve, 5));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('M4: reading a session does not wait for the note of its use', async () => {
  const session = { id: 's', persistent: false, createdAt: 0, lastUsedAt: 0, expiresAt: 1 };
  const deps = {
    clock: { now: () => 3_600_000 },
    rules: {
      sessionIdleSeconds: 86_400,
      sessionTtlSeconds: 86_400,
      persistentSessionIdleSeconds: 86_400,
      persistentSessionTtlSeconds: 86_400,
    },
    sessions: { touch: () => new Promise<void>(() => {}) },
  };
  const used = await noteUse(deps as never, { session, account: {} } as never);
  expect(used.session.lastUsedAt).toBe(3_600_000);
});
