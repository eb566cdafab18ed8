// Password tries and sign-ups on SQLite: one row for each place taken. Everything is decided inside the writer's
// transaction, so parallel tries of all processes are counted one after the other.
import type { SignInLimitStore } from '../../core/limits/sign-in-limit-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createSignInLimitStore({ writer: { connection, write } }: Sqlite): SignInLimitStore {
  // The try that has to leave the window before one more fits: the `limit`-th newest.
  const blocking = prepare<{ at: number }>(
    connection,
    'select at from sign_in_attempts where bucket = $key and at > $since order by at desc limit 1 offset $limit - 1',
  );
  const take = prepare(
    connection,
    'insert into sign_in_attempts (attempt_id, bucket, at) values ($attemptId, $key, $now)',
  );
  const giveBack = prepare(connection, 'delete from sign_in_attempts where attempt_id = $attemptId');

  return {
    reserve: ({ attemptId, buckets, windowMs, now }) =>
      write(() => {
        for (const { key, limit } of buckets) {
          const last = blocking.get({ key, since: now - windowMs, limit });
          if (last) return { kind: 'limited', retryAt: last.at + windowMs };
        }
        for (const { key } of buckets) take.run({ attemptId, key, now });
        return { kind: 'reserved' };
      }),
    release: async (attemptId) => {
      await write(() => giveBack.run({ attemptId }));
    },
  };
}
