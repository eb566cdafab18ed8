// What support and operators see of one account (contract 29).
import { describe, expect, it } from 'vitest';
import { lookAtAccount, SIGN_IN_EVENTS } from '../../../../src/core/operating/operators/look-at-account.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { ACTIVITY_KINDS } from '../../../../src/core/people/activities/activity.ts';
import { NOW, someAccount, somePasskey, someSession } from '../../../contract/stores/given.ts';
import { givenPerson, givenPorts } from '../accounts/open-ports.ts';

const world = givenPorts();

it('contract 29: support sees how somebody signed in and was signed out, and nothing of second factors and applications', async () => {
  const { ports } = world;
  const account = await givenPerson(ports);
  const base = { at: 1, applicationId: 'a'.repeat(32), applicationName: 'Secret Shop' };
  const data = {
    userAgent: 'Firefox/145',
    network: '192.0.2.0/24',
    times: 2,
    name: 'My key',
    by: 'owner',
    amr: ['pwd'],
  };
  const rows = [...ACTIVITY_KINDS, ...Array(30).fill('operator-acted')].map((kind, at) => ({
    ...{ ...base, id: `${at}`, kind, data },
  }));
  const activities = {
    ...ports.activities,
    listByAccount: async ({ limit }: { limit: number }) => rows.slice(0, limit),
  };
  for (const all of [false, true]) {
    const look = await lookAtAccount({ ...ports, activities } as typeof ports, { id: account.id, all });
    expect(look?.history.map(({ kind }) => kind)).toEqual(SIGN_IN_EVENTS);
    expect(look?.history[0]).toEqual({
      ...{ id: '0', at: 1, kind: 'signed-in' },
      data: { userAgent: 'Firefox/145', network: '192.0.2.0/24', times: 2 },
    });
    expect(JSON.stringify(look?.history)).not.toMatch(/Secret Shop|My key|aaaa/);
    expect(look?.rest === undefined).toBe(!all);
  }
  expect(await lookAtAccount(ports, { id: 'f'.repeat(32), all: true })).toBeUndefined();
});

const account = someAccount({ role: 'owner' });
const accountId = account.id;

type Stored = {
  sessions?: number;
  audit?: number;
  looks?: boolean;
  activities?: number;
  owned?: readonly string[];
  teams?: Readonly<Record<string, readonly string[]>>;
};

/** Ports with so much of the account, of which each list gives as much as it is asked for. */
function holding({ sessions = 0, audit = 0, looks = false, activities = 0, owned = [], teams = {} }: Stored): Ports {
  const some = <Row>(count: number, row: (at: number) => Row) => Array.from({ length: count }, (_, at) => row(at));
  const passkey = somePasskey(accountId, { name: 'Phone', createdAt: 5, lastUsedAt: 6 });
  const people: Record<string, object> = {
    ...{ [accountId]: account, plain: someAccount(), ended: someAccount({ role: 'owner', disabledAt: 1 }) },
    ...Object.fromEntries(
      ['first', 'second'].map((id) => [id, { ...someAccount({ role: 'owner' }), id, email: `${id}@example.com` }]),
    ),
  };
  return {
    accounts: { find: async (id: string) => people[id] },
    sessions: {
      listByAccount: async (id: string, now: number, limit: number) =>
        some(id === accountId && now === NOW ? Math.min(limit, sessions) : 0, () => someSession(id)),
    },
    activities: {
      listByAccount: async ({ accountId: id, limit = 0 }: { accountId: string; limit: number }) =>
        some(id === accountId ? Math.min(limit, activities) : 0, (at) => ({ id: at, at, kind: 'signed-in', data: {} })),
    },
    audit: {
      list: async ({ subjectId, beforeId = audit, limit }: Record<string, number | string>) =>
        some(subjectId === accountId ? Math.min(Number(limit), Number(beforeId)) : 0, (at) => ({
          ...{ id: Number(beforeId) - 1 - at, action: looks ? 'accounts see' : 'account disabled', result: 'done' },
        })),
    },
    factors: { find: async () => ({ createdAt: 7 }), countRecoveryCodes: async () => 8 },
    passkeys: { listByAccount: async () => [passkey] },
    connections: {
      listByAccount: async () => [
        {
          connection: { sub: 'sub', createdAt: 1, lastUsedAt: 2, items: ['email'] },
          application: { id: 'application', name: 'Shop', apiKey: 'key' },
        },
      ],
    },
    members: {
      listOwned: async () => owned.map((id) => ({ id, name: id })),
      list: async (id: string) => [
        { accountId, role: 'owner' },
        ...(teams[id] ?? []).map((one) => ({ accountId: one, role: 'editor' })),
      ],
    },
    groups: { listByAccount: async () => [{ id: 'group', name: 'sre' }] },
    clock: { now: () => NOW },
  } as unknown as Ports;
}
const look = async (stored: Stored, more: { all?: boolean; looks?: boolean } = {}) =>
  (await lookAtAccount(holding(stored), { id: accountId, all: false, ...more })) ?? expect.fail('There is none.');

describe('contract 29: of an account', () => {
  it.each([
    [0, 0, false],
    [50, 50, false],
    [51, 50, true],
  ])('of %i devices and %1$i acts %i are shown, and that there are more: %s', async (stored, shown, more) => {
    const { sessions, moreSessions, activity, moreActivity } = await look({ sessions: stored, audit: stored });
    expect([sessions.length, moreSessions]).toEqual([shown, more]);
    expect([activity.length, moreActivity]).toEqual([shown, more]);
  });

  it.each([
    [3, 3],
    [20, 20],
    [21, 20],
    [500, 20],
  ])('of %i sign-ins the last %i are shown', async (activities, shown) => {
    expect((await look({ activities })).history).toHaveLength(shown);
  });

  it.each([
    [undefined, 0],
    [false, 0],
    [true, 2],
  ])('looks of others are shown where they are asked for: %s', async (looks, shown) => {
    const { activity } = await look({ audit: 2, looks: true }, looks === undefined ? {} : { looks });
    expect(activity).toHaveLength(shown);
  });

  it('whoever may see all sees factors, groups and connections, and no key or consent', async () => {
    expect((await look({}, { all: true })).rest).toEqual({
      codesSince: 7,
      recoveryCodes: 8,
      owned: [],
      groups: [{ id: 'group', name: 'sre' }],
      newOwners: [],
      passkeys: [{ name: 'Phone', createdAt: 5, lastUsedAt: 6 }],
      connections: [{ applicationId: 'application', name: 'Shop', sub: 'sub', createdAt: 1, lastUsedAt: 2 }],
    });
  });

  it.each<[string, Readonly<Record<string, readonly string[]>>, newOwners: readonly string[]]>([
    ['members who may own some', { one: ['first', 'plain', 'ended', 'gone', 'second'] }, ['first', 'second']],
    ['members of each', { one: ['first', 'second'], two: ['second'] }, ['second']],
    ['none, where each has others', { one: ['first'], two: ['second'], three: ['first', 'second'] }, []],
    ['none, without a team', { one: [] }, []],
  ])('who could get its applications: %s', async (_, teams, newOwners) => {
    const { rest } = await look({ owned: Object.keys(teams), teams }, { all: true });
    expect(rest?.owned).toEqual(Object.keys(teams).map((id) => ({ id, name: id })));
    expect(rest?.newOwners).toEqual(newOwners.map((id) => ({ id, email: `${id}@example.com` })));
  });
});
