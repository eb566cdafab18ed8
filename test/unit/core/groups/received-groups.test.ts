// What an application can read is exactly its list ∩ the person's groups, in every answer and at once, after any history
// of groups, lists, members, grants, withdrawals and refreshes, and never a group that it did not register (contract 31).
import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import { draftOf } from '../../../../src/core/applications/applications/application-draft.ts';
import { editApplication } from '../../../../src/core/applications/applications/edit-application.ts';
import { readableBy } from '../../../../src/core/grants/consent/user-info-claims.ts';
import { withdrawItems } from '../../../../src/core/grants/consent/withdraw-items.ts';
import { exchangeCode } from '../../../../src/core/grants/tokens/exchange-code.ts';
import { introspectToken } from '../../../../src/core/grants/tokens/introspect-token.ts';
import { presentCode, presentRefreshToken, presentToken } from '../../../../src/core/grants/tokens/presented.ts';
import { readUserInfo } from '../../../../src/core/grants/tokens/read-user-info.ts';
import { refreshTokens } from '../../../../src/core/grants/tokens/refresh-tokens.ts';
import type { TokenAnswer } from '../../../../src/core/grants/tokens/token-answer.ts';
import type { ConsentItemName } from '../../../../src/core/ground/consent-items.ts';
import { hashSecret, newSub, randomSecret } from '../../../../src/core/ground/secrets.ts';
import type { Group } from '../../../../src/core/people/groups/group.ts';
import {
  addGroupMember,
  changeGroup,
  createGroup,
  removeGroup,
  removeGroupMember,
} from '../../../../src/core/people/groups/manage-groups.ts';
import { SEED, someAccount, someApplication, someGrant } from '../../../contract/stores/given.ts';
import { givenPorts } from '../accounts/open-ports.ts';

const world = givenPorts();

const NAMES = ['billing', 'ops', 'sre', 'staff'] as const;
type Name = (typeof NAMES)[number];
const ITEMS = ['nickname', 'groups'] as const satisfies readonly ConsentItemName[];

const name = fc.constantFrom(...NAMES);
const which = fc.nat({ max: 1 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('join' as const), name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), name }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('list' as const), which, names: fc.subarray([...NAMES]) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lend' as const), name, to: fc.subarray([0, 1]) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), name }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('consent' as const), which, agreed: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ do: fc.constant('sign-in' as const), which, items: fc.subarray([...ITEMS]) },
      ...{ scope: fc.subarray(['nickname', 'groups']), claims: fc.subarray(['groups', 'email']) },
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refresh' as const), at: fc.nat(), narrow: fc.boolean() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** Tokens of one sign-in, with what the grant and its newest access token were given. */
type Held = {
  app: number;
  scope: readonly string[];
  claims: readonly string[];
  granted: readonly ConsentItemName[];
  items: readonly ConsentItemName[];
  tokens: TokenAnswer;
};

async function live(steps: readonly Step[]): Promise<void> {
  const { ports } = world;
  const now = ports.clock.now();
  const owner = someAccount({ role: 'owner' });
  const user = someAccount({ profile: { nickname: 'Mina' } });
  for (const account of [owner, user]) await ports.accounts.insert(account);
  const apps: Application[] = [];
  const groups = new Map<Name, Group>();
  /** What is so, by the test's own count. */
  const isIn = new Set<Name>();
  const lists: Set<Name>[] = [new Set(), new Set()];
  const agreed = [true, true];
  const held: Held[] = [];
  const ids = [0, 1].map(async (index) => {
    const consentItems = ITEMS.map((item) => ({
      ...{ item, consent: 'optional' as const, purpose: undefined, retention: undefined },
      ...{ translations: undefined, createdAt: now },
    }));
    const application = someApplication(owner.id, { consentItems });
    await ports.applications.insert(application, 500);
    apps[index] = application;
    const answers = Object.fromEntries(ITEMS.map((item) => [item, { agreed: true, answeredAt: now }]));
    const of = { applicationId: application.id, accountId: user.id };
    await ports.connections.agree({ ...of, sub: newSub(), answers, now });
    return application.id;
  });
  const [first = '', second = ''] = await Promise.all(ids);
  const idOf = (index: number) => (index === 0 ? first : second);
  /** Names have their own groups in every run, so a name stands for `name` and the run. */
  const run = randomSecret()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, 12);
  const nameOf = (of: Name) => `${of}-${run}`;
  const ensure = async (of: Name): Promise<Group> => {
    const known = groups.get(of);
    if (known) return known;
    const made = await createGroup(ports, { draft: { name: nameOf(of), applications: 'any' } });
    if (made.kind !== 'done') throw new Error(made.kind);
    groups.set(of, made.group);
    return made.group;
  };
  const clientOf = async (index: number) => {
    const application = await ports.applications.find(idOf(index));
    const platform = application?.platforms[0];
    if (!application || !platform) throw new Error('The application is gone');
    return { application, platform };
  };
  const expected = (index: number): string[] =>
    NAMES.filter((of) => lists[index]?.has(of) && isIn.has(of))
      .map(nameOf)
      .sort();
  const inIdToken = ({ app, items, scope, claims }: Held): string[] | undefined =>
    agreed[app] && items.includes('groups') && (scope.includes('groups') || claims.includes('groups'))
      ? expected(app)
      : undefined;

  const act: { [Do in Step['do']]: (by: Extract<Step, { do: Do }>) => Promise<void> } = {
    join: async ({ name: of }) => {
      await addGroupMember(ports, { id: (await ensure(of)).id, accountId: user.id });
      isIn.add(of);
    },
    leave: async ({ name: of }) => {
      await removeGroupMember(ports, { id: (await ensure(of)).id, accountId: user.id });
      isIn.delete(of);
    },
    list: async ({ which: index, names }) => {
      for (const of of names) await ensure(of);
      const wanted = names.map(nameOf);
      const edited = await editApplication(ports, {
        caller: { accountId: owner.id, role: 'owner' },
        id: idOf(index),
        change: (current) => ({ draft: { ...draftOf(current), groups: wanted } }),
      });
      const mayName = (of: Name) => {
        const { applications } = groups.get(of) ?? { applications: [] as readonly string[] };
        return applications === 'any' || applications.includes(idOf(index));
      };
      // The item stays without a list only where operators took it.
      const isWhole = names.every(mayName) && (names.length > 0 || lists[index]?.size === 0);
      expect(edited.kind).toBe(isWhole ? 'edited' : 'refused');
      if (isWhole) lists[index] = new Set(names);
    },
    lend: async ({ name: of, to }) => {
      const { id } = await ensure(of);
      const applications = to.map(idOf);
      const changed = await changeGroup(ports, { id, change: () => ({ draft: { name: nameOf(of), applications } }) });
      if (changed.kind !== 'done') throw new Error(changed.kind);
      groups.set(of, changed.group);
      for (const index of [0, 1]) if (!to.includes(index)) lists[index]?.delete(of);
    },
    remove: async ({ name: of }) => {
      const { id } = await ensure(of);
      expect(await removeGroup(ports, { id, force: true })).toEqual({ kind: 'done' });
      groups.delete(of);
      isIn.delete(of);
      for (const list of lists) list.delete(of);
    },
    consent: async ({ which: index, agreed: may }) => {
      const of = { applicationId: idOf(index), accountId: user.id };
      await withdrawItems(ports, { ...of, agreed: may ? ITEMS : ['nickname'], language: 'en' });
      agreed[index] = may;
    },
    'sign-in': async ({ which: index, items, scope, claims }) => {
      const client = await clientOf(index);
      const connection = await ports.connections.find(idOf(index), user.id);
      const code = randomSecret();
      const grant = someGrant({
        ...{ applicationId: idOf(index), accountId: user.id, apiKey: client.platform.apiKey, items },
        ...{ codeHash: hashSecret(code), connectionGeneration: connection?.generation ?? 0, familySeed: SEED },
        ...{ requestedScope: ['openid', 'offline_access', ...scope], redirectUri: 'https://shop.example/callback' },
        ...{ openid: { sid: 'sid', amr: ['pwd'], claims }, codeExpiresAt: ports.clock.now() + 60_000 },
      });
      await ports.codes.issue(grant);
      const shown = {
        client,
        redirectUri: grant.redirectUri,
        codeVerifier: undefined,
        resources: [],
        proof: undefined,
      };
      const tokens = await exchangeCode(ports, { ...shown, code: presentCode(ports, code) });
      const one = { app: index, scope, claims, granted: items, items, tokens };
      held.push(one);
      expect(decodeJwt(tokens.idToken ?? '').groups).toEqual(inIdToken(one));
    },
    refresh: async ({ at, narrow }) => {
      const one = held[at % held.length];
      if (!one) return;
      const refreshToken = presentRefreshToken(ports, one.tokens.refreshToken);
      const scope = narrow ? 'openid' : undefined;
      const client = { ...(await clientOf(one.app)), isProven: true };
      const tokens = await refreshTokens(ports, { client, refreshToken, scope, resources: [], proof: undefined });
      Object.assign(one, { tokens, items: narrow ? [] : one.granted });
      expect(decodeJwt(tokens.idToken ?? '').groups).toEqual(inIdToken(one));
    },
  };

  for (const by of steps) {
    await (act[by.do] as (of: Step) => Promise<void>)(by);
    for (const { app, items, granted, tokens } of held) {
      const { claims } = await readUserInfo(ports, { token: tokens.accessToken, proof: undefined });
      expect(claims.groups).toEqual(agreed[app] && items.includes('groups') ? expected(app) : undefined);
      const { application } = await clientOf(app);
      for (const [token, given] of [
        [tokens.accessToken, items],
        [tokens.refreshToken, granted],
      ] as const) {
        if (token === undefined) continue;
        const told = await introspectToken(ports, { application, token: presentToken(ports, token) });
        expect(told?.groups).toEqual(agreed[app] && given.includes('groups') ? expected(app) : undefined);
      }
    }
    for (const row of await ports.connections.listByAccount(user.id)) {
      const app = row.application.id === first ? 0 : 1;
      const text = await readableBy(ports, { account: user, ...row });
      expect(JSON.parse(text ?? '{}').groups).toEqual(agreed[app] ? expected(app) : undefined);
      const stored = [...(lists[app] ?? [])].map(nameOf).sort();
      expect(row.application.groups).toEqual(stored);
    }
  }
}

test('contract 31: an application reads its list ∩ the person’s groups, whatever happened before', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), live), { numRuns: 40 });
}, 120_000);
