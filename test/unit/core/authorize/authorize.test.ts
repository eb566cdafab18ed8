// What an authorization request is looked at with (contract 4, 24, 28): the hint of whom it is about, and what is asked
// of the person's account. What follows from all of it stands in decide-next.test.ts.
import { describe, expect, it } from 'vitest';
import type { AuthorizationRequest } from '../../../../src/core/grants/authorize/authorization-request.ts';
import { authorize, checkAuthorizationRequest, nextStep } from '../../../../src/core/grants/authorize/authorize.ts';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { type DeviceAccounts, deviceAccounts } from '../../../../src/core/sign-in/sessions/session.ts';
import { NO_CLAIMS } from '../../../../src/protocol/claims-request.ts';
import { Parameters } from '../../../../src/protocol/parameters.ts';
import {
  API_KEY,
  givenAccount,
  givenApplication,
  givenConnection,
  givenItem,
  givenPlatform,
  givenRequest,
  givenSignedIn,
  NOW,
} from '../given.ts';

const ISSUER = 'https://id.example.com';
const CALLBACK = encodeURIComponent('https://shop.example.com/callback');
const GOOD = `client_id=${API_KEY}&redirect_uri=${CALLBACK}&response_type=code`;
const application = givenApplication({ platforms: [givenPlatform({ apiKey: 'other' }), givenPlatform()] });
/** The ID token that is sent as a hint was issued to this API key. */
const hintOf = (aud: string) => ({
  ...{ type: 'JWT', claims: { iss: ISSUER, sub: 'sub-1', sid: 'sid-1', aud, exp: 1, auth_time: 1 } },
});

type Given = {
  rules?: object;
  factor?: boolean;
  agreed?: boolean;
  aud?: string;
  issued?: 'issued' | 'stamp-spent';
  connection?: ReturnType<typeof givenConnection> | undefined;
};

function given({ rules = {}, factor = false, agreed = false, aud = API_KEY, issued = 'issued', ...more }: Given = {}) {
  const asked: string[] = [];
  const noting =
    <Answer>(name: string, answer: Answer) =>
    async () => {
      asked.push(name);
      return answer;
    };
  const found = { application, platform: givenPlatform() };
  const connection = 'connection' in more ? more.connection : givenConnection();
  const deps = {
    ...{ issuer: ISSUER, apiUrl: 'https://api.example.com', clock: { now: () => NOW }, publish: () => undefined },
    secrets: { mac: () => Buffer.alloc(32), verify: () => false },
    applications: {
      findByApiKey: async (key: string) => {
        asked.push(`application ${key}`);
        return key === API_KEY ? found : undefined;
      },
    },
    signingKeys: { verify: async () => hintOf(aud) },
    connections: { find: async () => connection, touch: async () => undefined },
    factors: { find: noting('factor', factor ? {} : undefined) },
    passkeys: { listByAccount: async () => [] },
    agreements: { listByAccount: async () => (agreed ? [{ documentId: 'terms', documentVersion: '1' }] : []) },
    codes: { issue: async () => issued },
    rules: {
      ...{ openRegistration: true, secondFactor: 'optional', documents: [], mail: 'smtp', codeTtlSeconds: 60 },
      ...{ passkeyRpId: undefined, ...rules },
    },
  } as unknown as Ports;
  return { asked, deps };
}

describe('contract 4: client_id', () => {
  it.each([
    [GOOD, [`application ${API_KEY}`], 'valid'],
    [GOOD.replace(API_KEY, 'x'), ['application x'], 'refuse'],
    [GOOD.replace(API_KEY, ''), [], 'refuse'],
    [GOOD.replace(/client_id=[^&]*&/, ''), [], 'refuse'],
    [`${GOOD}&client_id=${API_KEY}`, [], 'refuse'],
  ])('is looked up where one was sent: %s', async (query, asked, kind) => {
    const { deps, asked: seen } = given();
    const checked = await checkAuthorizationRequest(deps, { parameters: Parameters.parse(query), query });
    expect([checked.kind, seen]).toEqual([kind, asked]);
  });
});

describe('OpenID Connect Core 3.1.2.1: id_token_hint', () => {
  it.each([
    ['names its person to the API key it was made for', API_KEY, 'valid'],
    ['names them to another key of the application', 'other', 'valid'],
    ['names nobody to another application', 'foreign', 'return-error'],
  ])('%s', async (_, aud, kind) => {
    const query = `${GOOD}&id_token_hint=eyJ`;
    const checked = await checkAuthorizationRequest(given({ aud }).deps, {
      parameters: Parameters.parse(query),
      query,
    });
    expect(checked).toMatchObject({
      ...(kind === 'valid'
        ? { kind, request: { subjects: ['sub-1'] } }
        : { kind, error: { refusal: 'id-token-hint-invalid' } }),
    });
  });

  it('is not looked for where none was sent', async () => {
    const checked = await checkAuthorizationRequest(given().deps, { parameters: Parameters.parse(GOOD), query: GOOD });
    expect(checked).toMatchObject({ kind: 'valid', request: { subjects: undefined } });
  });
});

describe('the next step', () => {
  const step = async (change: Partial<AuthorizationRequest>, what: Given = {}, device?: DeviceAccounts) => {
    const { deps, asked } = given(what);
    const request = givenRequest({ application, ...change });
    const held = device ?? deviceAccounts([givenSignedIn()]);
    const { next } = await nextStep(deps, { request, device: held, arrivedAt: NOW });
    return [next.kind, asked];
  };
  const TWO = { acrValues: ['2'] };
  const claimed = { claims: { ...NO_CLAIMS, acr: { essential: false, values: ['2'] } } };

  it.each<[string, Partial<AuthorizationRequest>, Given, kind: string, asked: string[]]>([
    ['asks for no factor where nobody does', {}, { factor: true }, 'return-code', []],
    ['asks whoever has one, by acr_values', TWO, { factor: true }, 'login', ['factor']],
    ['asks nobody who has none, by acr_values', TWO, {}, 'return-code', ['factor']],
    ['asks whoever has one, by the claim acr', claimed, { factor: true }, 'login', ['factor']],
    ['asks whoever has one, by policy', {}, { factor: true, rules: { secondFactor: 'everyone' } }, 'login', ['factor']],
    ['has others set one up, by policy', {}, { rules: { secondFactor: 'everyone' } }, 'second-factor', ['factor']],
    ['asks for none where only owners have to', {}, { rules: { secondFactor: 'owners' } }, 'return-code', []],
  ])('contract 24: %s', async (_, change, what, kind, asked) => {
    expect(await step(change, what)).toEqual([kind, asked]);
  });

  const documents = [{ id: 'terms', version: '1', required: true }];
  it.each<[string, Given, kind: string]>([
    ['open', { rules: { documents } }, 'documents'],
    ['agreed', { rules: { documents }, agreed: true }, 'return-code'],
    ['not required', { rules: { documents: [{ ...documents[0], required: false }] } }, 'return-code'],
  ])('contract 28: the documents are %s', async (_, what, kind) => {
    expect(await step({}, what)).toEqual([kind, []]);
  });

  const verified = { application: { ...application, consentItems: [givenItem({ item: 'email', verified: true })] } };
  it.each([
    ['smtp', 'verify'],
    ['memory', 'verify'],
    ['off', 'unverified'],
  ])('contract 20: an address can be verified where the server sends mail: %s', async (mail, kind) => {
    expect(await step(verified, { rules: { mail } })).toEqual([kind, []]);
  });

  it('asks nothing about nobody', async () => {
    const nobody = deviceAccounts([]);
    expect(await step(TWO, { rules: { documents, secondFactor: 'everyone' } }, nobody)).toEqual(['login', []]);
  });
});

describe('the outcome', () => {
  const send = (what: Given, query = GOOD, person = givenAccount()) => {
    const device = deviceAccounts([givenSignedIn(NOW - 500, person)]);
    const input = { parameters: Parameters.parse(query), query, device, arrivedAt: NOW, stampHash: undefined };
    return authorize(given(what).deps, input);
  };
  const back = { redirectUri: 'https://shop.example.com/callback', responseMode: 'query', state: 'xyz' };

  it.each<[string, Given, query: string, outcome: object]>([
    ['a code', {}, `${GOOD}&state=xyz`, { kind: 'return-code', code: expect.any(String), ...back }],
    [
      'the same request anew',
      { issued: 'stamp-spent' },
      GOOD,
      { kind: 'begin-anew', application: { id: application.id } },
    ],
    ['a page', { connection: undefined }, GOOD, { kind: 'consent', application: { id: application.id } }],
    [
      'an error of what is right in itself',
      { connection: undefined },
      `${GOOD}&state=xyz&prompt=none`,
      { kind: 'return-error', error: { refusal: 'consent-needed' }, faultless: true, ...back },
    ],
    ['an error page', {}, 'response_type=code', { kind: 'refuse', code: 'client-id-missing' }],
  ])('contract 4: %s', async (_, what, query, outcome) => {
    expect(await send(what, query)).toMatchObject(outcome);
  });
});
