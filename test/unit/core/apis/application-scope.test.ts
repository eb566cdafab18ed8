// What a request is for, and which scopes it names (contract 45, RFC 8707).
import { describe, expect, test } from 'vitest';
import {
  type ApiAccess,
  type ApplicationScope,
  chooseAudience,
  nameScopes,
  readAudiences,
  USER_INFO,
} from '../../../../src/core/applications/apis/application-scope.ts';
import { OAuthError } from '../../../../src/protocol/errors.ts';

const USER_INFO_URL = 'https://api.id.example';
const BILLING = 'https://billing.example/v1';
const STOCK = 'https://Stock.example/';

const scope = (item: string, change: Partial<ApplicationScope> = {}): ApplicationScope => ({
  ...{ item, apiId: 'billing', resource: BILLING, apiName: 'Billing', label: undefined, description: undefined },
  ...{
    texts: undefined,
    byDefault: false,
    byGroups: false,
    accessTokenAlg: 'ES256',
    consent: 'optional',
    purpose: undefined,
  },
  ...{ translations: undefined, createdAt: 0 },
  ...change,
});
const ofStock = { apiId: 'stock', resource: STOCK };
const ONE = [scope('b.read', { byDefault: true }), scope('b.write'), scope('b.must', { consent: 'required' })];
const TWO = [...ONE, scope('s.read', { ...ofStock, byDefault: true })];
const PLAIN = [scope('b.read')];

const told = (answer: readonly string[] | string | undefined | OAuthError) =>
  answer instanceof OAuthError ? `${answer.code} ${answer.refusal}` : answer;

describe('contract 45: what an authorization request is for', () => {
  test.each<
    [
      what: string,
      registered: readonly ApplicationScope[],
      resources: string[],
      scope: string | undefined,
      expected: unknown,
    ]
  >([
    ['an application without an API: resource is ignored', [], ['https://nobody.example#x'], undefined, undefined],
    ['openid without resource', ONE, [], 'openid b.read', undefined],
    ['no scope and one API', ONE, [], undefined, ['billing']],
    ['no openid and one API', ONE, [], 'b.write', ['billing']],
    ['no openid and two APIs', TWO, [], 'b.write', undefined],
    ['its resource', TWO, [BILLING], 'openid', ['billing']],
    ['another case of scheme and host, and a lone slash', TWO, ['HTTPS://STOCK.example'], 'openid', ['stock']],
    ['several, in their order and once', TWO, [STOCK, BILLING, STOCK], 'openid', ['stock', 'billing']],
    ['user-info', ONE, [`${USER_INFO_URL}/`], undefined, undefined],
    ['user-info and an API', ONE, [USER_INFO_URL, BILLING], undefined, [USER_INFO, 'billing']],
    ['another case of the path', ONE, ['https://billing.example/V1'], undefined, 'invalid_target resource-unknown'],
    ['a slash more', ONE, [`${BILLING}/`], undefined, 'invalid_target resource-unknown'],
    ['a fragment', ONE, [`${BILLING}#`], undefined, 'invalid_target resource-unknown'],
    ['no URI', ONE, ['billing'], undefined, 'invalid_target resource-unknown'],
    ['an API of which it has no scope', ONE, [STOCK], undefined, 'invalid_target resource-unknown'],
    ['one that is known and one that is not', ONE, [BILLING, STOCK], undefined, 'invalid_target resource-unknown'],
    ['an API without a scope by default', PLAIN, [BILLING], 'openid', 'invalid_scope api-scope-missing'],
    ['offline_access by itself', ONE, [BILLING], 'offline_access', ['billing']],
  ])('%s', (_, registered, resources, sent, expected) => {
    expect(told(readAudiences(registered, { resources, scope: sent?.split(' ') }, USER_INFO_URL))).toEqual(expected);
  });
});

describe('contract 45: which scopes a request names', () => {
  test.each<[what: string, audiences: string[] | undefined, scope: string | undefined, expected: string[]]>([
    ['user-info alone', undefined, 'b.read', []],
    ['no scope', ['billing'], undefined, ['b.read', 'b.must']],
    ['none of the API', ['billing'], 'openid offline_access s.read', ['b.read', 'b.must']],
    ['one', ['billing'], 'b.write', ['b.write', 'b.must']],
    ['one of one API and none of the other', ['billing', 'stock'], 'b.write', ['b.write', 'b.must', 's.read']],
    ['what the application does not have', ['billing'], 'b.admin', ['b.read', 'b.must']],
  ])('%s', (_, audiences, sent, expected) => {
    expect(nameScopes(TWO, { audiences, scope: sent?.split(' ') }).map(({ item }) => item)).toEqual(expected);
  });
});

describe('contract 45: what a token is for', () => {
  const access = (...audiences: string[]): ApiAccess => ({ audiences, scopes: [], amr: [] });
  test.each<
    [
      what: string,
      granted: ApiAccess | undefined,
      registered: readonly ApplicationScope[],
      resources: string[],
      expected: string,
    ]
  >([
    ['without resource, the first', access('stock', 'billing'), TWO, [], 'stock'],
    ['one that was granted', access('stock', 'billing'), TWO, [BILLING], 'billing'],
    ['user-info, granted beside', access('stock', USER_INFO), TWO, [USER_INFO_URL], USER_INFO],
    ['user-info, not granted', access('stock'), TWO, [USER_INFO_URL], 'invalid_target resource-not-granted'],
    ['one that was not granted', access('stock'), TWO, [BILLING], 'invalid_target resource-not-granted'],
    ['two at once', access('stock', 'billing'), TWO, [BILLING, STOCK], 'invalid_target resource-twice'],
    ['a fragment', access('billing'), TWO, [`${BILLING}#`], 'invalid_target resource-not-granted'],
    ['an API of a grant for user-info', undefined, ONE, [BILLING], 'invalid_target resource-not-granted'],
    ['no API at all: ignored', undefined, [], [BILLING, STOCK], USER_INFO],
    ['an API that the application lost', access('billing'), [], [BILLING], 'invalid_target resource-not-granted'],
  ])('%s', (_, granted, registered, resources, expected) => {
    expect(told(chooseAudience(granted, { registered, resources, userInfo: USER_INFO_URL }))).toBe(expected);
  });
});
