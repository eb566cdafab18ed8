// The rules of an API (contract 45): every input error at once, at its place.
import { describe, expect, test } from 'vitest';
import { type ApiDraft, checkApi } from '../../../../src/core/applications/apis/check-api.ts';

const OWN = ['https://login.example', 'https://api.login.example'];
const [A, B] = ['a'.repeat(32), 'b'.repeat(32)];
const GOOD: ApiDraft = {
  resource: 'https://billing.example',
  name: ' Billing ',
  scopes: [{ name: 'billing.read', machine: true }, { name: 'billing.audit' }],
};
const check = (draft: ApiDraft) =>
  checkApi({ ...GOOD, ...draft }, OWN).faults.map(({ path, code }) => `/${path.join('/')} ${code}`);

test('what is left out has its default: JWTs of five minutes, opaque tokens of an hour', () => {
  const { checked, faults } = checkApi(GOOD, OWN);
  const none = { label: undefined, description: undefined, translations: undefined };
  expect(faults).toEqual([]);
  expect(checked).toEqual({
    resource: 'https://billing.example',
    name: 'Billing',
    scopes: [
      { name: 'billing.read', ...none, byDefault: false, machine: true },
      { name: 'billing.audit', ...none, byDefault: false, machine: false },
    ],
    machineAccess: [],
    ...{ applications: [], documents: false, audience: 'everyone', allowedGroups: [], groups: [] },
    accessTokenFormat: 'jwt',
    accessTokenAlg: 'ES256',
    accessTokenTtlSeconds: 300,
  });
  expect(checkApi({ ...GOOD, accessTokenFormat: 'opaque' }, OWN).checked.accessTokenTtlSeconds).toBe(3600);
});

test('who has which scopes is kept in order, each once', () => {
  const machineAccess = [
    { application: B, scopes: ['billing.read', 'billing.read'] },
    { application: A, scopes: ['billing.read'] },
  ];
  expect(checkApi({ ...GOOD, machineAccess }, OWN).checked.machineAccess).toEqual([
    { application: A, scopes: ['billing.read'] },
    { application: B, scopes: ['billing.read'] },
  ]);
});

describe('refuses', () => {
  const scopes = (...names: string[]) => ({ scopes: names.map((name) => ({ name })) });
  const access = (...machineAccess: NonNullable<ApiDraft['machineAccess']>) => ({ machineAccess });
  const many = Array.from({ length: 101 }, (_, index) => `s${index}`);
  test.each<[what: string, draft: ApiDraft, faults: readonly string[]]>([
    ['nothing', { resource: undefined, name: undefined }, ['/resource api-resource-malformed', '/name api-text']],
    ['http', { resource: 'http://billing.example' }, ['/resource api-resource-malformed']],
    ['a fragment', { resource: 'https://billing.example/#x' }, ['/resource api-resource-malformed']],
    ['the API host', { resource: 'https://API.login.example/' }, ['/resource api-resource-own']],
    ['the issuer', { resource: 'https://login.example' }, ['/resource api-resource-own']],
    ['a long name', { name: 'x'.repeat(61) }, ['/name api-text']],
    ['a space in a scope', scopes('a b'), ['/scopes/0/name api-scope-malformed']],
    ['openid', scopes('x', 'openid'), ['/scopes/1/name api-scope-reserved']],
    ['the scope of items', scopes('profile'), ['/scopes/0/name api-scope-reserved']],
    ['a scope twice', scopes('x', 'x'), ['/scopes/1/name api-scope-twice']],
    ['101 scopes', scopes(...many), ['/scopes api-scopes-too-many']],
    ['a long label', { scopes: [{ name: 'x', label: 'x'.repeat(61) }] }, ['/scopes/0/label api-text']],
    [
      'an invisible character in a translation',
      { scopes: [{ name: 'x', translations: { ko: { label: 'a\u202e' } } }] },
      ['/scopes/0/translations/ko/label api-text'],
    ],
    [
      'a scope of programs by default',
      { scopes: [{ name: 'x', machine: true, byDefault: true }] },
      ['/scopes/0/default api-machine-default'],
    ],
    ['another word than any', { applications: 'all' }, ['/applications api-applications']],
    ['an application twice', { applications: [A, A] }, ['/applications api-applications']],
    ['what is no application', { applications: [A, 'x'] }, ['/applications/1 api-application-unknown']],
    ['an audience of a team', { audience: 'team' }, ['/audience api-choice']],
    ['groups and none let in', { audience: 'groups' }, ['/allowed_groups api-allowed-groups']],
    ['groups let in among everyone', { allowedGroups: ['staff'] }, ['/allowed_groups api-allowed-groups']],
    ['a group twice', { groups: ['staff', 'staff'] }, ['/groups api-groups']],
    ['an empty description', { scopes: [{ name: 'x', description: ' ' }] }, ['/scopes/0/description api-text']],
    [
      'access to a scope of people, and to none',
      access({ application: A, scopes: ['billing.audit', 'other'] }),
      ['/machine_access/0/scopes/0 api-machine-scope', '/machine_access/0/scopes/1 api-machine-scope'],
    ],
    [
      'what is no id of an application',
      access({ application: 'x', scopes: ['billing.read'] }),
      ['/machine_access/0/application api-application-unknown'],
    ],
    ['access to nothing', access({ application: A, scopes: [] }), ['/machine_access api-machine-access']],
    [
      'an application twice',
      access({ application: A, scopes: ['billing.read'] }, { application: A, scopes: ['billing.read'] }),
      ['/machine_access api-machine-access'],
    ],
    ['another format', { accessTokenFormat: 'saml' }, ['/access_token_format api-choice']],
    ['another algorithm', { accessTokenAlg: 'HS256' }, ['/access_token_signing_alg api-choice']],
    ['59 seconds', { accessTokenTtlSeconds: 59 }, ['/access_token_ttl_seconds api-ttl']],
    ['more than a day', { accessTokenTtlSeconds: 86_401 }, ['/access_token_ttl_seconds api-ttl']],
  ])('%s', (_, draft, faults) => {
    expect(check(draft)).toEqual(faults);
  });
});
