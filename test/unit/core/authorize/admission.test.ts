// Whom an application's audience and the groups of its APIs let in (contract 3, 31, 45).
import { describe, expect, it } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import {
  notAdmitted,
  refuseNotAdmitted,
  refuseNotAdmittedToApi,
  whyNotAdmitted,
} from '../../../../src/core/grants/authorize/admission.ts';
import type { Ports } from '../../../../src/core/grants/ports.ts';
import { givenApplication } from '../given.ts';

type Scope = Application['apiScopes'][number];
const scope = (apiId: string, byGroups: boolean): Scope => ({ apiId, name: 'read', byGroups }) as unknown as Scope;

/** Somebody in the team or in groups of the application, whom APIs let in. */
function whose({ team = false, groups = false, apis = [] as readonly string[] } = {}) {
  const asked: string[] = [];
  const deps = {
    members: {
      roleOf: async (id: string, accountId: string) => {
        asked.push(`team of ${id}: ${accountId}`);
        return team ? 'viewer' : undefined;
      },
    },
    groups: {
      isAdmitted: async (id: string, accountId: string) => {
        asked.push(`groups of ${id}: ${accountId}`);
        return groups;
      },
    },
    apis: {
      isAdmittedToAll: async (ids: readonly string[], accountId: string) => {
        asked.push(`apis ${ids.join()}: ${accountId}`);
        return ids.every((id) => apis.includes(id));
      },
    },
  } as unknown as Ports;
  return { asked, deps };
}

const SCOPES = [scope('x', true), scope('x', true), scope('y', true), scope('open', false)];
const TEAM = 'team of a1: u1';
const GROUPS = 'groups of a1: u1';

describe('at the authorization request', () => {
  it.each<
    [
      Application['audience'],
      who: Parameters<typeof whose>[0],
      audiences: readonly string[] | undefined,
      why: string | undefined,
      asked: readonly string[],
    ]
  >([
    ['everyone', {}, undefined, undefined, []],
    ['team', { team: true }, undefined, undefined, [TEAM]],
    ['team', { groups: true }, undefined, 'not-in-team', [TEAM]],
    ['groups', { groups: true }, undefined, undefined, [GROUPS]],
    ['groups', { team: true }, undefined, 'not-in-groups', [GROUPS]],
    ['groups', { apis: ['x'] }, ['x'], 'not-in-groups', [GROUPS]],
    ['everyone', {}, [], undefined, []],
    ['everyone', {}, ['open'], undefined, []],
    ['everyone', {}, ['x'], 'api-not-admitted', ['apis x: u1']],
    ['everyone', { apis: ['x'] }, ['x'], undefined, ['apis x: u1']],
    ['everyone', { apis: ['x'] }, ['x', 'open'], undefined, ['apis x: u1']],
    ['everyone', { apis: ['x'] }, ['x', 'y'], 'api-not-admitted', ['apis x,y: u1']],
    ['team', { team: true, apis: ['x', 'y'] }, ['x', 'y'], undefined, [TEAM, 'apis x,y: u1']],
  ])('contract 3, 31, 45: for %s, %j for %j is kept out by %s', async (audience, who, audiences, why, asked) => {
    const given = whose(who);
    const application = givenApplication({ audience, apiScopes: SCOPES });
    expect(await whyNotAdmitted(given.deps, { application, audiences }, 'u1')).toBe(why);
    expect(given.asked).toEqual(asked);
  });
});

describe('of a grant', () => {
  it.each([
    ['everyone', false, undefined],
    ['everyone', true, undefined],
    ['team', true, undefined],
    ['team', false, 'not-in-team'],
    ['groups', true, undefined],
    ['groups', false, 'not-in-groups'],
  ] as const)('contract 3, 31: for %s, admitted: %s, it is kept out by %s', (audience, admitted, why) => {
    expect(notAdmitted({ audience }, { admitted })).toBe(why);
    const refuse = () => refuseNotAdmitted(givenApplication({ audience }), { admitted });
    if (why === undefined) refuse();
    else expect(refuse).toThrow(expect.objectContaining({ code: 'unauthorized_client', refusal: why }));
  });

  it('contract 45: an API that lets nobody of it in is refused', () => {
    expect(refuseNotAdmittedToApi({ admitted: true })).toBeUndefined();
    expect(() => refuseNotAdmittedToApi({ admitted: false })).toThrow(
      expect.objectContaining({ code: 'unauthorized_client', refusal: 'api-not-admitted' }),
    );
  });
});
