// What an ID token says (OpenID Connect Core 2, 5.4, 12.2; contract 7), and where an answer has none.
import { describe, expect, it } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import type { ClaimSubject, Grant, GrantInContext } from '../../../../src/core/grants/tokens/grant.ts';
import { endsWithSession, idTokenMaker } from '../../../../src/core/grants/tokens/id-token.ts';
import type { ConsentItemName } from '../../../../src/core/ground/consent-items.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { API_KEY, givenApplication, givenGrant, givenItem, givenPlatform, NOW } from '../given.ts';

const agreed = { agreed: true, answeredAt: NOW - 100 };
const ITEMS: readonly ConsentItemName[] = ['nickname', 'email'];
const SUBJECT: ClaimSubject = {
  ...{ sub: 'sub-of-mina', answers: { nickname: agreed, email: agreed }, email: 'mina@example.com' },
  ...{ emailVerified: false, username: undefined, profile: { nickname: 'Mina' }, updatedAt: NOW, groups: undefined },
};
const OPENID = { sid: 'sid-1', amr: ['pwd', 'otp', 'mfa'], claims: [] as string[] };

type Given = {
  grant?: Partial<Grant>;
  claims?: string[];
  subject?: Partial<ClaimSubject> | undefined;
  application?: Partial<Application>;
  scope?: readonly string[] | undefined;
  withholds?: boolean;
  items?: readonly ConsentItemName[];
};

async function made(given: Given = {}) {
  const published: object[] = [];
  const asked: unknown[] = [];
  const deps = {
    signingKeys: {
      signer: async (algorithm: string) => {
        asked.push(algorithm);
        return { algorithm, sign: (type: string, claims: object) => JSON.stringify({ type, claims }) };
      },
    },
    issuer: 'https://id.example.com',
    rules: { idTokenTtlSeconds: 60, withholdUnverifiedEmail: given.withholds ?? false },
    publish: (event: object) => published.push(event),
  } as unknown as Ports;
  const openid = 'grant' in given && 'openid' in (given.grant ?? {}) ? undefined : { ...OPENID };
  const requestedScope = ['openid', 'nickname', 'email'];
  const found = {
    grant: givenGrant({ requestedScope, ...given.grant, openid: openid && { ...openid, claims: given.claims ?? [] } }),
    subject: 'subject' in given && given.subject === undefined ? undefined : { ...SUBJECT, ...given.subject },
  } as GrantInContext;
  const consentItems = ITEMS.map((item) => givenItem({ item, consent: 'optional' }));
  const client = { application: givenApplication({ consentItems, ...given.application }), platform: givenPlatform() };
  const scope = 'scope' in given ? given.scope : requestedScope;
  const make = await idTokenMaker(deps, found, client, scope);
  const issued = { accessToken: 'lk_at_x', items: given.items ?? ITEMS, issuedAt: NOW, nonce: 'n-1' };
  const token = await make(issued);
  const said = token === undefined ? undefined : (JSON.parse(token) as { claims: Record<string, unknown> });
  return { said, published, asked };
}

describe('an answer', () => {
  it.each<[string, Given]>([
    ['without openid among its values', { scope: ['nickname'] }],
    ['without any values', { scope: undefined }],
    ['of a request without openid', { grant: { openid: undefined } }],
    ['about nobody', { subject: undefined }],
  ])('contract 7: %s has no ID token, and no key is loaded', async (_, given) => {
    expect(await made(given)).toEqual({ said: undefined, published: [], asked: [] });
  });

  it('contract 7: with openid it is signed as the application wants, and says how somebody signed in', async () => {
    const { said, asked } = await made({ application: { idTokenAlg: 'ES256', idTokenClaims: false } });
    const second = Math.floor(NOW / 1000);
    expect(said).toEqual({
      type: 'JWT',
      claims: {
        ...{ iss: 'https://id.example.com', sub: 'sub-of-mina', aud: API_KEY, iat: second, exp: second + 60 },
        ...{ auth_time: Math.floor((NOW - 500) / 1000), nonce: 'n-1', at_hash: expect.stringMatching(/^[\w-]{22}$/) },
        ...{ acr: '2', amr: ['pwd', 'otp', 'mfa'], sid: 'sid-1' },
      },
    });
    expect(asked).toEqual(['ES256']);
  });
});

describe('claims of the person', () => {
  const NICKNAME = { nickname: 'Mina', name: 'Mina', updated_at: Math.floor(NOW / 1000) };
  const EMAIL = { email: 'mina@example.com', email_verified: false };
  const own = /^(iss|sub|aud|iat|exp|auth_time|nonce|at_hash|acr|amr|sid)$/;
  const withheld = { kind: 'email-withheld', applicationId: 'a1', accountId: 'u1', answer: 'id-token' };
  const off = { idTokenClaims: false };
  const on = { idTokenClaims: true };

  it.each<[string, Given, claims: object, events: object[]]>([
    ['are of the scope, where the application wants them', { application: on }, { ...NICKNAME, ...EMAIL }, []],
    ['are none where it does not', { application: off }, {}, []],
    ['are of the agreed items alone', { application: on, items: ['nickname'] }, NICKNAME, []],
    ['are of what is agreed still', { application: on, subject: { answers: { email: agreed } } }, EMAIL, []],
    [
      'are of the items that the scope names',
      { application: on, grant: { requestedScope: ['openid', 'email'] } },
      EMAIL,
      [],
    ],
    ['are none without a scope', { application: on, grant: { requestedScope: undefined } }, {}, []],
    ['are those that `claims` names', { application: off, claims: ['email'] }, { email: EMAIL.email }, []],
    [
      'are those that `claims` names beside the scope',
      { application: on, grant: { requestedScope: ['openid', 'nickname'] }, claims: ['email_verified'] },
      { ...NICKNAME, email_verified: false },
      [],
    ],
    ['are none that `claims` names and nobody agreed to', { application: off, items: [], claims: ['email'] }, {}, []],
    ['have no unverified address where it is withheld', { application: on, withholds: true }, NICKNAME, [withheld]],
    ['nor where `claims` names it', { application: off, withholds: true, claims: ['email'] }, {}, [withheld]],
    ['nor its verification', { application: off, withholds: true, claims: ['email_verified'] }, {}, [withheld]],
    [
      'have a verified one',
      { application: on, withholds: true, subject: { emailVerified: true } },
      {
        ...{ ...NICKNAME, ...EMAIL, email_verified: true },
      },
      [],
    ],
    [
      'withhold nothing that nobody asks for',
      { application: off, withholds: true, claims: ['nickname'] },
      { nickname: 'Mina', name: 'Mina' },
      [],
    ],
    ['withhold nothing that was not agreed', { application: on, withholds: true, items: ['nickname'] }, NICKNAME, []],
  ])('contract 7: %s', async (_, given, claims, events) => {
    const { said, published } = await made(given);
    const rest = Object.entries(said?.claims ?? {}).filter(([name]) => !own.test(name));
    expect(Object.fromEntries(rest)).toEqual(claims);
    expect(published).toEqual(events);
  });
});

it.each<[openid: boolean, scope: readonly string[] | undefined, ends: boolean]>([
  [true, ['openid'], true],
  [true, ['openid', 'offline_access'], false],
  [false, ['nickname'], false],
  [true, undefined, true],
])('OpenID Connect Core 11: openid: %s, %j: the refresh token ends with the session: %s', (openid, scope, ends) => {
  expect(endsWithSession(givenGrant({ openid: openid ? OPENID : undefined, requestedScope: scope }))).toBe(ends);
});
