// One sign-in among 100,000 people, 1,000 groups and 500,000 memberships, beside the same in a database that has only what
// it needs (contract 31): from the password to user information, by an application that lets in the members of 50
// groups and receives them, and by one without groups. `npm run groups-test`; LATCHKEY_TEST_STORE=postgres for PostgreSQL.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { APPLICATION, CALLBACK, type Client, givenClient } from '../helpers/client.ts';
import { givenGroup, join } from '../helpers/given-group.ts';
import { givenConnection, givenPerson } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { signIn } from '../helpers/people.ts';
import { median, rankSum } from './rank-sum.ts';

const PEOPLE = Number(process.env.LATCHKEY_TEST_PEOPLE ?? 100_000);
const ROUNDS = Number(process.env.LATCHKEY_TEST_ROUNDS ?? 400);
const GROUPS = 1000;
const GROUPS_EACH = 5;
/** As many as an application can name. */
const NAMED = Array.from({ length: 50 }, (_, at) => `named-${at}`);
/** What medians may differ by, and runs of the same server do. */
const NOISE = 1.15;

const SETTINGS = {
  LATCHKEY_PASSWORD_TRIES_PER_NETWORK: '100000',
  LATCHKEY_REQUESTS_PER_SECOND: '100000',
};
const CONSENT = [...APPLICATION.consent_items, { item: 'groups', consent: 'required', purpose: 'To give you rights' }];
const KINDS = ['with groups', 'without groups'] as const;
type Place = { hosts: Hosts; clients: Readonly<Record<(typeof KINDS)[number], Client>>; email: string };

let small: Place;
let large: Place;
beforeAll(async () => {
  small = await givenPlace();
  large = await givenPlace();
  await seed(large);
  expect(await large.hosts.ports.groups.count()).toBe(GROUPS);
  for (const { hosts } of [small, large]) await hosts.execute('analyze');
});
afterAll(async () => {
  for (const place of [small, large]) await place?.hosts.stop();
});

const PERSON = { email: 'somebody@example.com', password: 'plum-harbor-violet-mail' };

/** Both applications, and somebody who is in five of the groups and agreed to both. */
async function givenPlace(): Promise<Place> {
  const hosts = await startHosts(SETTINGS);
  const groups = [];
  for (const name of NAMED) groups.push(await givenGroup(hosts, name));
  const person = await givenPerson(hosts, PERSON);
  const plain = await givenClient(hosts);
  const asking = await givenClient(hosts, { ...APPLICATION, consent_items: CONSENT, groups: NAMED });
  for (const group of groups.slice(0, GROUPS_EACH)) await join(hosts, group, person.id);
  for (const client of [plain, asking]) await givenConnection(hosts, person.browser, client.authorizeUrl());
  const changed = await fetch(`${hosts.apiUrl}/applications/${asking.applicationId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${asking.owner.apiToken}`, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ audience: 'groups', allowed_groups: NAMED }),
  });
  expect(changed.status).toBe(200);
  return { hosts, clients: { 'with groups': asking, 'without groups': plain }, email: PERSON.email };
}

/** An id of 32 digits for each number, in SQL that both databases read. */
const idOf = (kind: number, n: string) =>
  `'${kind}00000000000000000000000' || substr(cast(100000000 + ${n} as text), 2)`;
const numbers = (count: number) =>
  `(with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${count - 1}) select n from numbers) as numbers`;

/** Everybody is in five groups of the thousand, and each of those has five hundred members. */
async function seed({ hosts, email }: Place): Promise<void> {
  const copied =
    'email_verified, password_hash, role, origin, profile, sign_in_epoch, grant_epoch, created_at, updated_at';
  const address = "'seeded-' || n || '@example.com'";
  await hosts.execute(
    `insert into accounts (id, email, email_key, ${copied}) select ${idOf(7, 'n')}, ${address}, ${address}, ${copied}
     from accounts, ${numbers(PEOPLE)} where email = '${email}'`,
  );
  await hosts.execute(
    `insert into user_groups (id, name, label, any_application, created_at, updated_at, version)
     select ${idOf(8, 'n')}, 'seeded-' || n, 'Seeded ' || n, any_application, created_at, updated_at, 1
     from user_groups, ${numbers(GROUPS - NAMED.length)} where name = 'named-0'`,
  );
  for (let at = 0; at < GROUPS_EACH; at += 1) {
    const group = `(n * 7 + ${at * 190}) % ${GROUPS - NAMED.length}`;
    await hosts.execute(
      `insert into group_members (account_id, group_id, added_at)
       select ${idOf(7, 'n')}, ${idOf(8, `(${group})`)}, 1 from ${numbers(PEOPLE)}`,
    );
  }
}

const STEPS = ['sign-in', 'code', 'user information', 'refresh'] as const;
type Took = Record<(typeof STEPS)[number], number[]>;

async function timed<Result>(into: number[], act: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await act();
  into.push(performance.now() - started);
  return result;
}

async function signInOnce(client: Client, took: Took): Promise<void> {
  const browser = new Browser();
  const page = await browser.open(client.authorizeUrl());
  const back = await timed(took['sign-in'], () =>
    signIn(browser, page, { ...PERSON, nickname: '' }, { stopAt: CALLBACK }),
  );
  const code = back.url.searchParams.get('code') ?? '';
  const { body } = await timed(took.code, () => client.token(client.codeForm(code)));
  const info = await timed(took['user information'], () => client.userInfo(body.access_token));
  expect(info.status).toBe(200);
  const refreshed = await timed(took.refresh, () => client.token(client.refreshForm(body.refresh_token)));
  expect(refreshed.status).toBe(200);
}

test.each(KINDS)('contract 31: a sign-in %s is as quick among 500,000 memberships as among five', async (kind) => {
  const took = new Map<Place, Took>(
    [small, large].map((place) => [place, { 'sign-in': [], code: [], 'user information': [], refresh: [] }]),
  );
  for (let round = -20; round < ROUNDS; round += 1) {
    if (round === 0) for (const of of took.values()) for (const step of STEPS) of[step].length = 0;
    // Whichever comes first meets the other's garbage.
    for (const place of round % 2 === 0 ? [small, large] : [large, small]) {
      await signInOnce(place.clients[kind], took.get(place) as Took);
    }
  }
  for (const step of STEPS) {
    const [few = [], many = []] = [small, large].map((place) => took.get(place)?.[step]);
    const [one, other] = [median(few), median(many)];
    const text = `${one.toFixed(2)} ms among few, ${other.toFixed(2)} ms among many, p = ${rankSum(few, many).toFixed(3)}`;
    console.log(`${kind}, ${step}: ${text}`);
    expect.soft(other, `${kind}, ${step}`).toBeLessThan(one * NOISE);
  }
});
