// Told twice: one statement of PostgreSQL decides about all buckets; SQLite takes no limit from a row.
// Password tries and sign-ups on PostgreSQL: one row for each try and bucket. An advisory lock for each bucket makes
// the tries of all processes run one after the other, so that each sees those before it.
import type { SignInLimitStore } from '../../core/ground/limits/sign-in-limit-store.ts';
import { lockOf } from '../nouns/locks.ts';
import type { Postgres } from './postgres.ts';
import { statement } from './statement.ts';

// The blocking try is the one that must leave the window before another fits: the `limit`-th newest of its bucket.
const RESERVE = statement(`
  with buckets as (
    select position, decode(bucket ->> 'key', 'hex') as key, (bucket ->> 'limit')::int as places
    from json_array_elements($buckets::json) with ordinality as b (bucket, position)
  ), blocking as (
    select position, (
      select at from sign_in_attempts
      where bucket = key and at > $since order by at desc limit 1 offset places - 1) as at
    from buckets
  ), taken as (
    insert into sign_in_attempts (attempt_id, bucket, at)
    select $attemptId, key, $now::bigint from buckets where not exists (select 1 from blocking where at is not null)
  )
  select at from blocking where at is not null order by position limit 1`);
const RELEASE = statement('delete from sign_in_attempts where attempt_id = $attemptId');
const CLEAR = statement('delete from sign_in_attempts where bucket = $key');

export const createSignInLimitStore = ({ write, transaction }: Postgres): SignInLimitStore => ({
  reserve: ({ attemptId, buckets, windowMs, now }) =>
    transaction(
      async (run) => {
        const given = buckets.map(({ key, limit }) => ({ key: key.toString('hex'), limit }));
        const values = { attemptId, buckets: given, since: now - windowMs, now };
        const [blocking] = (await run<{ at: number }>(RESERVE, values)).rows;
        return blocking ? { kind: 'limited', retryAt: blocking.at + windowMs } : { kind: 'reserved' };
      },
      buckets.map(({ key }) => lockOf(key)),
    ),
  release: async (attemptId) => {
    await write(RELEASE, { attemptId });
  },
  clear: async (key) => {
    await write(CLEAR, { key });
  },
});
