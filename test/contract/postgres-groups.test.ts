// What PostgreSQL is asked in one turn goes in one statement: each caller's answer is its own all the same.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret, newApiKey } from '../../src/core/ground/secrets.ts';
import { createCodeStore } from '../../src/store/postgres/code-store.ts';
import { createConnectionStore } from '../../src/store/postgres/connection-store.ts';
import { postgresBase } from '../../src/store/postgres/drive.ts';
import { inGroups } from '../../src/store/postgres/groups.ts';
import { type OpenPostgres, openPostgres } from '../../src/store/postgres/open.ts';
import { createPostgres } from '../../src/store/postgres/postgres.ts';
import { statement } from '../../src/store/postgres/statement.ts';
import { createTokenStore } from '../../src/store/postgres/token-store.ts';
import { freshDatabase } from '../helpers/fresh-database.ts';
import { newId } from '../helpers/new-id.ts';
import type { TestDatabase } from '../helpers/test-databases.ts';
import {
  givenCode,
  givenConnection,
  givenFamily,
  NOW,
  redemption,
  rotation,
  someAccessToken,
  someGrant,
} from './stores/given.ts';

describe('groups on PostgreSQL', () => {
  let database: TestDatabase;
  let opened: OpenPostgres;
  const open = () => openPostgres({ url: database.url, poolSize: 4, timeoutMs: 20_000, clock: { now: () => NOW } });
  beforeAll(async () => {
    database = await freshDatabase();
    opened = await open();
  });
  afterAll(async () => {
    await opened.close();
    await database.drop();
  });

  it('each of 450 reads of one turn gets its own row, and those without a row get none', async () => {
    const { codes } = opened.stores;
    const grants = Array.from({ length: 450 }, () => someGrant());
    await Promise.all(grants.map((grant) => codes.issue(grant)));
    const asked = grants.flatMap((grant) => [codes.findByHash(grant.codeHash), codes.findByHash(hashSecret(newId()))]);
    const found = await Promise.all(asked);
    expect(found.map((one) => one?.grant.id)).toEqual(grants.flatMap(({ id }) => [id, undefined]));
  });

  it('each of 60 connections asked for in one turn is its own, and those without one are none', async () => {
    const { connections } = opened.stores;
    const given = await Promise.all(Array.from({ length: 30 }, () => givenConnection(opened.stores)));
    const pairs = given.flatMap(({ application, user }, index) => [
      [application.id, user.id] as const,
      [application.id, given[(index + 1) % given.length]?.user.id ?? ''] as const,
    ]);
    const found = await Promise.all(pairs.map(([application, user]) => connections.find(application, user)));
    expect(found).toEqual(given.flatMap(({ connection }) => [connection, undefined]));
  });

  it('reads of one key each are planned by PostgreSQL five times, and then no more', async () => {
    const one = createPostgres({ url: database.url, poolSize: 1, timeoutMs: 20_000 });
    const [tokens, codes] = [createTokenStore(one, async () => undefined), createCodeStore(one)];
    const connections = createConnectionStore(one, postgresBase(one));
    for (let use = 0; use < 8; use++) {
      await tokens.findAccessToken(newId());
      await tokens.findGrant(newId());
      await codes.findByHash(hashSecret(newId()));
      // Both in one statement: it runs eight times.
      await Promise.all([connections.find(newId(), newId()), connections.find(newId(), newId())]);
    }
    const planned = 'select custom_plans, generic_plans from pg_prepared_statements';
    const kept = { customPlans: 5, genericPlans: 3 };
    expect(await one.read(statement(planned))).toEqual([kept, kept, kept, kept]);
    await one.close();
  });

  it('a key with a NUL is found by nobody, and spoils nobody’s read', async () => {
    const { applications } = opened.stores;
    const { application } = await givenConnection(opened.stores);
    const apiKey = application.platforms[0]?.apiKey ?? '';
    const [odd, found, other] = await Promise.all(
      [`${apiKey}\0`, apiKey, newApiKey()].map((key) => applications.findByApiKey(key)),
    );
    expect([odd, found?.application.id, other]).toEqual([undefined, application.id, undefined]);
  });

  it('two redemptions of one code in one group: one succeeds, and only its access token exists', async () => {
    const { codes, tokens } = opened.stores;
    const { grant } = await givenCode(opened.stores);
    const candidates = [someAccessToken(grant.id), someAccessToken(grant.id)];
    const won = await Promise.all(candidates.map((token) => codes.redeem(redemption(grant.id, token))));
    expect([...won].sort()).toEqual([false, true]);
    const found = await Promise.all(candidates.map(({ id }) => tokens.findAccessToken(id)));
    expect(found.map((token) => token !== undefined)).toEqual(won);
    expect((await tokens.findGrant(grant.id))?.grant.lastAnswer?.accessTokenId).toBe(candidates[won.indexOf(true)]?.id);
  });

  it('a rotation of a used generation in the group of a good one fails alone', async () => {
    const { tokens } = opened.stores;
    const [first, second] = [await givenFamily(opened.stores), await givenFamily(opened.stores)];
    const generations = [tokens.rotate(rotation(first.grant.id, 0)), tokens.rotate(rotation(second.grant.id, 1))];
    expect(await Promise.all(generations)).toEqual([false, true]);
  });

  it('an entry that the database refuses fails alone', async () => {
    const { codes } = opened.stores;
    const [good, bad, alsoGood] = [someGrant(), someGrant({ redirectUri: 'https://a.example/\0' }), someGrant()];
    const settled = await Promise.allSettled([good, bad, alsoGood].map((grant) => codes.issue(grant)));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await codes.findByHash(good.codeHash)).toBeDefined();
  });

  it('two processes that spend the same grants in opposite orders each have their answers, each grant spent once', async () => {
    const other = await open();
    const given = await Promise.all(Array.from({ length: 20 }, () => givenCode(opened.stores)));
    const spend = ({ stores }: OpenPostgres, list: typeof given) =>
      Promise.all(list.map(({ grant }) => stores.codes.redeem(redemption(grant.id))));
    const [mine, theirs] = await Promise.all([spend(opened, given), spend(other, [...given].reverse())]);
    expect([...mine, ...theirs].filter(Boolean)).toHaveLength(20);
    await other.close();
  });

  it('what was asked in the turn of closing is answered', async () => {
    const own = await open();
    const grant = someGrant();
    const [issued, closed] = [own.stores.codes.issue(grant), own.close()];
    await Promise.all([issued, closed]);
    expect(await opened.stores.codes.findByHash(grant.codeHash)).toBeDefined();
  });

  it('a group begins after its turn, and holds 200 at most', async () => {
    const sizes: number[] = [];
    const double = inGroups(async (inputs: readonly number[]) => {
      sizes.push(inputs.length);
      return inputs.map((input) => 2 * input);
    });
    const asked = Array.from({ length: 201 }, (_, index) => double(index));
    expect(sizes).toEqual([]);
    expect(await Promise.all(asked)).toEqual(asked.map((_, index) => 2 * index));
    expect(sizes).toEqual([200, 1]);
  });
});
