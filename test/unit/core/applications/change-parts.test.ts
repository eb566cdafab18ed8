// What an entry of an application may become (contract 3): its own platform, address or item, and no other one's. What
// the rules of the whole say of the result is asked in edit-application.test.ts.
import { expect, it } from 'vitest';
import {
  consentItemList,
  platformList,
  redirectUriList,
} from '../../../../src/core/applications/applications/change-parts.ts';
import { givenApplication, givenItem, givenPlatform } from '../given.ts';

const web = givenPlatform({ id: 'web', platform: 'Web' });
const android = givenPlatform({ id: 'android', platform: 'Android' });
const email = givenItem({ item: 'email' });
const nickname = givenItem({ item: 'nickname' });
const [first, second] = ['first', 'second'].map((id) => ({ id, redirectUri: `https://${id}.example`, createdAt: 0 }));
if (!first || !second) throw new Error('There are two.');
const application = givenApplication({
  ...{ platforms: [web, android], redirectUris: [first, second], consentItems: [email, nickname] },
});
const earlier = { path: ['other'], code: 'type-wrong', detail: '' };
const sent = <Draft>(draft: Draft) => ({ draft, faults: [earlier] });
const missing = { path: ['redirect_uri'], code: 'redirect-uri-missing' };
const twice = (code: string, stored: string) => ({ fault: { path: [], code }, stored: [stored] });

it('contract 3: a list is of its own entries', () => {
  expect(platformList.of(application)).toBe(application.platforms);
  expect(redirectUriList.of(application)).toBe(application.redirectUris);
  expect(consentItemList.of(application)).toBe(application.consentItems);
});

it.each<[string, change: object, faults: object[], conflict: object | undefined]>([
  ['another platform', platformList.add(application, sent({ platform: 'iOS' })), [], undefined],
  [
    'the first platform again',
    platformList.add(application, sent({ platform: 'Web' })),
    [],
    twice('platform-twice', 'Web'),
  ],
  [
    'the second platform again',
    platformList.add(application, sent({ platform: 'Android' })),
    [],
    twice('platform-twice', 'Android'),
  ],
  ['a platform as itself', platformList.replace(application, web, sent({ platform: 'Web' })), [], undefined],
  ['a platform without its name', platformList.replace(application, web, sent({ platform: undefined })), [], undefined],
  [
    'a platform as another',
    platformList.replace(application, web, sent({ platform: 'iOS' })),
    [{ path: ['platform'], code: 'platform-fixed' }],
    undefined,
  ],
  ['another redirect URI', redirectUriList.add(application, sent('https://third.example')), [], undefined],
  [
    'the same redirect URI again',
    redirectUriList.add(application, sent('https://first.example')),
    [],
    twice('redirect-uri-twice', 'https://first.example'),
  ],
  ['no redirect URI', redirectUriList.add(application, sent(undefined)), [missing], undefined],
  [
    'a redirect URI as itself',
    redirectUriList.replace(application, first, sent('https://first.example')),
    [],
    undefined,
  ],
  [
    'a redirect URI as another',
    redirectUriList.replace(application, first, sent('https://second.example')),
    [],
    twice('redirect-uri-twice', 'https://second.example'),
  ],
  ['a redirect URI as none', redirectUriList.replace(application, first, sent(undefined)), [missing], undefined],
  ['another item', consentItemList.add(application, sent({ item: 'address', consent: 'optional' })), [], undefined],
  [
    'the first item again',
    consentItemList.add(application, sent({ item: 'email', consent: 'optional' })),
    [],
    twice('item-twice', 'email'),
  ],
  [
    'an item as itself',
    consentItemList.replace(application, email, sent({ item: 'email', consent: 'optional' })),
    [],
    undefined,
  ],
  [
    'an item as another',
    consentItemList.replace(application, email, sent({ item: 'address', consent: 'optional' })),
    [{ path: ['item'], code: 'item-fixed' }],
    undefined,
  ],
])('contract 3: %s (%#)', (_, change, faults, conflict) => {
  const told = [earlier, ...faults].map((fault) => expect.objectContaining(fault));
  expect(change).toMatchObject({ faults: told, ...(conflict && { conflict }) });
  expect('conflict' in change && change.conflict !== undefined).toBe(conflict !== undefined);
});

it('contract 3: an entry that is refused stays as it is, in its place', () => {
  const uris = application.redirectUris.map(({ redirectUri }) => redirectUri);
  expect(redirectUriList.replace(application, first, sent(undefined)).draft).toMatchObject({ redirectUris: uris });
  const other = redirectUriList.replace(application, first, sent('https://third.example'));
  expect(other.draft).toMatchObject({ redirectUris: ['https://third.example', 'https://second.example'] });
  const renamed = platformList.replace(application, web, sent({ platform: 'iOS' }));
  expect(renamed.draft.platforms?.map((entry) => entry?.platform)).toEqual(['Web', 'Android']);
  const moved = consentItemList.replace(application, nickname, sent({ item: 'email', consent: 'required' }));
  expect(moved.draft.consentItems?.map((entry) => entry?.item)).toEqual(['email', 'nickname']);
});
