// Told twice: one statement of PostgreSQL decides about all buckets; SQLite takes no limit from a row.
// Password tries and sign-ups on SQLite: one row for each try and bucket. Everything is decided inside the writer's
// transaction, so tries of all processes are counted one after the other.
import type { SignInLimitStore } from '../../core/ground/limits/sign-in-limit-store.ts';
import type { Sqlite } from './sqlite.ts';
import { prepare } from './statement.ts';

export function createSignInLimitStore({ writer: { connection, write } }: Sqlite): SignInLimitStore {
  // The try that must leave the window before another fits: the `limit`-th newest.
  const blocking = prepare<{ at: number }>(
    connection,
    'select at from sign_in_attempts where bucket = $key and at > $since order by at desc limit 1 offset $limit - 1',
  );
  const insert = prepare(
    connection,
    'insert into sign_in_attempts (attempt_id, bucket, at) values ($attemptId, $key, $now)',
  );
  const remove = prepare(connection, 'delete from sign_in_attempts where attempt_id = $attemptId');
  const clear = prepare(connection, 'delete from sign_in_attempts where bucket = $key');

  return {
    reserve: ({ attemptId, buckets, windowMs, now }) =>
      write(() => {
        for (const { key, limit } of buckets) {
          const last = blocking.get({ key, since: now - windowMs, limit });
          if (last) return { kind: 'limited', retryAt: last.at + windowMs };
        }
        for (const { key } of buckets) insert.run({ attemptId, key, now });
        return { kind: 'reserved' };
      }),
    release: async (attemptId) => {
      await write(() => remove.run({ attemptId }));
    },
    clear: async (key) => {
      await write(() => clear.run({ key }));
    },
  };
}
