// What an application must have to follow FAPI 2.0 (contract 44), asked of the rules of registration.
import { describe, expect, it } from 'vitest';
import type { AskableScope } from '../../../../src/core/applications/apis/application-scope.ts';
import type { ApplicationDraft } from '../../../../src/core/applications/applications/application-draft.ts';
import { checkApplication } from '../../../../src/core/applications/applications/check-application.ts';
import { isDangerousChange } from '../../../../src/core/applications/applications/dangerous-change.ts';
import { DEVICE_GRANT, USUAL_GRANTS } from '../../../../src/protocol/grant-types.ts';
import { givenApplication } from '../given.ts';

const KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
};
const GOOD: ApplicationDraft = {
  name: 'Harbour Bank',
  platforms: [{ platform: 'Web', siteDomains: ['https://bank.example'] }],
  redirectUris: ['https://bank.example/back', 'http://localhost:3000/back', 'http://127.0.0.1/back'],
  jwks: { keys: [KEY] },
  idTokenAlg: 'ES256',
  securityProfile: 'FAPI 2.0',
};
const askableScope = (item: string, accessTokenAlg: AskableScope['accessTokenAlg']): AskableScope => ({
  ...{ item, apiId: accessTokenAlg, resource: `https://${accessTokenAlg}.example`, apiName: 'Ledger', accessTokenAlg },
  ...{ label: undefined, description: undefined, texts: undefined, byDefault: false, byGroups: false },
});
const faultsOf = (draft: ApplicationDraft, pushedRequests = true) =>
  checkApplication(draft, { serviceName: 'Latchkey', pushedRequests }).faults.map(
    ({ path, code }) => `/${path.join('/')} ${code}`,
  );

describe('contract 44: security_profile', () => {
  it.each<[string, ApplicationDraft, string[]]>([
    ['everything right', {}, []],
    ['user-info signed with EdDSA', { userInfoAlg: 'EdDSA' }, []],
    ['keys at an address', { jwks: undefined, jwksUri: 'https://bank.example/keys' }, []],
    ['another profile', { securityProfile: 'FAPI 1.0' }, ['/security_profile security-profile-unknown']],
    ['no key', { jwks: undefined }, ['/security_profile fapi-key-missing']],
    ['an empty set of keys', { jwks: { keys: [] } }, ['/security_profile fapi-key-missing']],
    ['RS256 for ID tokens, by default', { idTokenAlg: undefined }, ['/id_token_signed_response_alg fapi-algorithm']],
    ['RS256 for user-info', { userInfoAlg: 'RS256' }, ['/userinfo_signed_response_alg fapi-algorithm']],
    [
      'a redirect URI of an internal host',
      { redirectUris: ['https://bank.example/back', 'http://intra.bank.example/back'] },
      ['/redirect_uris/1 fapi-redirect-uri'],
    ],
    ['the device grant', { grantTypes: [...USUAL_GRANTS, DEVICE_GRANT] }, ['/grant_types fapi-device-grant']],
    [
      'an entry of a phone',
      {
        platforms: [
          ...(GOOD.platforms ?? []),
          { platform: 'Android', packageName: 'com.example.bank' },
          { platform: 'iOS' },
        ],
      },
      ['/platforms/1/platform fapi-platform', '/platforms/2/platform fapi-platform'],
    ],
  ])('%s', (_, change, faults) => {
    const draft = { ...GOOD, ...change };
    // Whether http may be registered at all is another rule.
    const site = [{ platform: 'Web', siteDomains: ['https://bank.example', 'http://intra.bank.example'] }];
    const platforms = change.redirectUris ? site : draft.platforms;
    expect(faultsOf({ ...draft, ...(platforms && { platforms }) })).toEqual(expect.arrayContaining(faults));
    expect(faultsOf({ ...draft, ...(platforms && { platforms }) }).filter((fault) => !faults.includes(fault))).toEqual(
      [],
    );
  });

  it('needs a server on which requests can be pushed', () => {
    expect(faultsOf(GOOD, false)).toEqual(['/security_profile pushed-requests-off']);
  });

  it('needs APIs that do not sign with RS256', () => {
    const against = { serviceName: 'Latchkey', pushedRequests: true, hasRs256Api: true };
    const { faults } = checkApplication(GOOD, against);
    expect(faults).toMatchObject([{ path: ['security_profile'], code: 'fapi-api-algorithm' }]);
    expect(checkApplication({ ...GOOD, securityProfile: undefined }, against).faults).toEqual([]);
  });

  it.each([
    ['RS256', undefined, ['/api_scopes/1/scope fapi-api-algorithm']],
    ['ES256', undefined, []],
    ['RS256', null, []],
  ] as const)('and asks people for no scope of one that does: %s, profile %s', (accessTokenAlg, profile, faults) => {
    const askable = [askableScope('read', 'ES256'), askableScope('write', accessTokenAlg)];
    const apiScopes = askable.map(({ item }) => ({ item, consent: 'optional' }));
    const draft = { ...GOOD, apiScopes, ...(profile === null && { securityProfile: undefined }) };
    const found = checkApplication(draft, { serviceName: 'Latchkey', pushedRequests: true, askable }).faults;
    expect(found.map(({ path, code }) => `/${path.join('/')} ${code}`)).toEqual(faults);
  });

  it('is dangerous to leave, and harmless to begin', () => {
    const [plain, profiled] = [givenApplication(), givenApplication({ securityProfile: 'FAPI 2.0' })];
    expect([isDangerousChange(plain, profiled), isDangerousChange(profiled, plain)]).toEqual([false, true]);
  });
});
