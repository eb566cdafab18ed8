// Password tries and sign-ups on SQLite: one row for each place taken. Everything is decided inside the writer's transaction, so
// parallel tries of all processes are counted one after the other.
import type { SignInLimitStore } from '../../core/accounts/sign-in-limit-store.ts';
import type { Sqlite } from './sqlite.ts';

export function createSignInLimitStore({ writer: { connection, write } }: Sqlite): SignInLimitStore {
  // The try that has to leave the window before one more fits: the `limit`-th newest.
  const blocking = connection
    .prepare<[Buffer, number, number], number>(
      'select at from sign_in_attempts where bucket = ? and at > ? order by at desc limit 1 offset ?',
    )
    .pluck();
  const take = connection.prepare<[string, Buffer, number]>(
    'insert into sign_in_attempts (attempt_id, bucket, at) values (?, ?, ?)',
  );
  const giveBack = connection.prepare<[string]>('delete from sign_in_attempts where attempt_id = ?');

  return {
    reserve: ({ attemptId, buckets, windowMs, now }) =>
      write(() => {
        for (const { key, limit } of buckets) {
          const at = blocking.get(key, now - windowMs, limit - 1);
          if (at !== undefined) return { kind: 'limited', retryAt: at + windowMs };
        }
        for (const { key } of buckets) take.run(attemptId, key, now);
        return { kind: 'reserved' };
      }),
    release: async (attemptId) => {
      await write(() => giveBack.run(attemptId));
    },
  };
}
