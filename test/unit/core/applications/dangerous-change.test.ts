// Which edits of an application need the person to confirm who they are (contract 25).
import { expect, test } from 'vitest';
import type { Application, ConsentItem } from '../../../../src/core/applications/applications/application.ts';
import { isDangerousChange } from '../../../../src/core/applications/applications/dangerous-change.ts';
import { someApplication, somePlatform } from '../../../contract/stores/given.ts';

const web = somePlatform();
const uri = { id: 'uri', redirectUri: 'https://shop.example/callback', createdAt: 0 };
const given = someApplication('owner', {
  platforms: [web],
  redirectUris: [uri],
  requirePkce: true,
  clientSecretRequired: true,
  userInfoAlg: 'ES256',
  groups: ['billing', 'ops'],
});
const email = (values: Partial<ConsentItem>): ConsentItem => ({
  ...{ item: 'email', consent: 'required', purpose: 'To reach you', createdAt: 0 },
  ...{ retention: undefined, translations: undefined, ...values },
});
const ofVerified = { ...given, consentItems: [email({ verified: true })] };

test.each<[string, Partial<Application>]>([
  ['a redirect URI comes', { redirectUris: [uri, { ...uri, redirectUri: 'https://evil.example/' }] }],
  ['a redirect URI goes', { redirectUris: [] }],
  ['a redirect URI is another', { redirectUris: [{ ...uri, redirectUri: 'https://evil.example/' }] }],
  ['a site domain comes', { platforms: [{ ...web, siteDomains: [...web.siteDomains, 'https://evil.example'] }] }],
  ['a key comes', { platforms: [web, somePlatform({ platform: 'iOS' })] }],
  ['a key goes', { platforms: [] }],
  ['a key is another', { platforms: [{ ...web, apiKey: 'another' }] }],
  ['the package name is another', { platforms: [{ ...web, packageName: 'com.evil' }] }],
  ['a post-logout URI comes', { postLogoutRedirectUris: [...given.postLogoutRedirectUris, 'https://evil.example/'] }],
  ['the back-channel logout URI goes', { backchannelLogoutUri: undefined }],
  ['the back-channel logout URI is another', { backchannelLogoutUri: 'https://evil.example/' }],
  ['PKCE is no longer required', { requirePkce: false }],
  ['the client secret is no longer required', { clientSecretRequired: false }],
  ['devices may not sign in any more', { grantTypes: ['authorization_code', 'refresh_token'] }],
  ['user information is no longer signed', { userInfoAlg: undefined }],
  ['the login is turned off', { loginActivation: false }],
  ['the application is for others than before', { audience: 'team' }],
  ['other groups may sign in', { audience: 'groups', allowedGroups: ['sre'] }],
  ['it no longer receives a group', { groups: ['ops', 'sre'] }],
])('contract 25: it is dangerous when %s', (_what, members) => {
  expect(isDangerousChange(given, { ...given, ...members })).toBe(true);
});

test.each<[string, Partial<Application>]>([
  ['nothing changes', {}],
  ['the name is another', { name: 'Other' }],
  ['a shown link is another', { homepageUri: 'https://other.example/', termsUri: undefined }],
  ['another company receives the data', { companyName: 'Other Inc.', companyCountry: 'KR' }],
  ['it receives one more group', { groups: ['billing', 'ops', 'sre'] }],
  ['a consent item goes', { consentItems: [] }],
  ['another algorithm signs', { idTokenAlg: 'EdDSA', userInfoAlg: 'RS256' }],
])('contract 25: it is harmless when %s', (_what, members) => {
  expect(isDangerousChange(given, { ...given, ...members })).toBe(false);
});

test('contract 43, contract 25: letting devices sign in is dangerous too', () => {
  const without = { ...given, grantTypes: ['authorization_code', 'refresh_token'] as const };
  expect(isDangerousChange(without, given)).toBe(true);
});

test('contract 25: making it stricter, or turning the login on, is harmless', () => {
  const lax = {
    ...given,
    requirePkce: false,
    clientSecretRequired: false,
    userInfoAlg: undefined,
    loginActivation: false,
  };
  expect(isDangerousChange(lax, given)).toBe(false);
});

test('contract 25: it is dangerous when addresses no longer have to be verified, also in two steps', () => {
  expect(isDangerousChange(ofVerified, { ...given, consentItems: [email({})] })).toBe(true);
  expect(isDangerousChange(ofVerified, { ...given, consentItems: [] })).toBe(true);
  expect(isDangerousChange({ ...given, consentItems: [email({})] }, ofVerified)).toBe(false);
  const optional = email({ verified: true, consent: 'optional' });
  expect(isDangerousChange(ofVerified, { ...given, consentItems: [optional] })).toBe(false);
});
