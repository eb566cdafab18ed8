// The command line and the registration API show the same application, member by member (contract 1 and 3).
import { expect, it } from 'vitest';
import { applicationDocument } from '../../src/cli/documents.ts';
import { newId } from '../../src/core/secrets.ts';
import { toApplicationJson } from '../../src/http/api/application-json.ts';
import { someApplication, somePlatform } from '../store/contract/given.ts';

const ISSUER = 'https://id.example.com';
const asSent = (value: unknown): string => JSON.stringify(value);

it.each([
  [
    'with everything',
    someApplication(newId(), { userInfoAlg: 'ES256', homepageUri: 'https://shop.example/', logoHash: 'a1b2' }),
  ],
  [
    'of another platform',
    someApplication(newId(), { platforms: [somePlatform({ platform: 'iOS', siteDomains: [] })] }),
  ],
  [
    'with nothing',
    someApplication(newId(), {
      platforms: [],
      redirectUris: [],
      consentItems: [],
      postLogoutRedirectUris: [],
      backchannelLogoutUri: undefined,
    }),
  ],
])('contract 1: an application %s is one document on both', (_, application) => {
  expect(asSent(applicationDocument(application, ISSUER))).toBe(asSent(toApplicationJson(application, ISSUER)));
});
