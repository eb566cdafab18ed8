// What support and operators see of one account (contract 29).
import { expect, it } from 'vitest';
import { lookAtAccount, SIGN_IN_EVENTS } from '../../../../src/core/operating/operators/look-at-account.ts';
import { ACTIVITY_KINDS } from '../../../../src/core/people/activities/activity.ts';
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
