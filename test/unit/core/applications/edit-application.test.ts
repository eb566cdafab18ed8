// Changing an application and its parts as core decides it (contract 3; cases N9, N11): the rules of the whole hold
// after every edit of a part, and no edit is lost.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import {
  type ApplicationDraft,
  draftOf,
  replacementOf,
} from '../../../../src/core/applications/applications/application-draft.ts';
import {
  consentItemList,
  platformList,
  redirectUriList,
} from '../../../../src/core/applications/applications/change-parts.ts';
import {
  editApplication,
  MAX_TRIES,
  type WantedChange,
} from '../../../../src/core/applications/applications/edit-application.ts';
import type { PersonalCaller } from '../../../../src/core/applications/applications/find-application.ts';
import { registerApplication } from '../../../../src/core/applications/applications/register-application.ts';
import { removeApplication } from '../../../../src/core/applications/applications/remove-application.ts';
import { Unavailable } from '../../../../src/core/ground/unavailable.ts';
import { NOW } from '../given.ts';
import { givenDatabase } from './given-database.ts';

let given: Awaited<ReturnType<typeof givenDatabase>>;
let owner: PersonalCaller;
let other: PersonalCaller;

beforeAll(async () => {
  given = await givenDatabase();
  owner = await given.caller('owner', 'owner');
  other = await given.caller('owner', 'other');
});
afterAll(() => given.close());

const DRAFT: ApplicationDraft = {
  name: 'Acme Shop',
  platforms: [
    { platform: 'Web', siteDomains: ['https://shop.example', 'https://intra.example'] },
    { platform: 'Android', packageName: 'com.example.shop' },
  ],
  redirectUris: ['https://shop.example/a', 'http://intra.example/b', 'com.example.shop:/c'],
  consentItems: [
    { item: 'email', consent: 'required' },
    { item: 'nickname', consent: 'optional', purpose: 'To greet you' },
  ],
  clientSecretRequired: true,
  postLogoutRedirectUris: ['http://intra.example/bye'],
};

async function register(draft = DRAFT): Promise<Application> {
  const registration = await registerApplication(given.deps, { ownerId: owner.accountId, draft });
  if (registration.kind !== 'registered') throw new Error(JSON.stringify(registration));
  return registration.application;
}

const edit = ({ id }: Application, change: (current: Application) => WantedChange, caller = owner) =>
  editApplication(given.deps, { caller, id, change });

async function edited(application: Application, change: (current: Application) => WantedChange): Promise<Application> {
  const outcome = await edit(application, change);
  if (outcome.kind !== 'edited') throw new Error(JSON.stringify(outcome));
  return outcome.application;
}

const stored = ({ id }: Application) => given.deps.applications.find(id);
const sent = <Draft>(draft: Draft) => ({ draft, faults: [] });
const uriAt = (application: Application, place: number) => {
  const entry = application.redirectUris[place];
  if (!entry) throw new Error(`No redirect URI ${place}`);
  return entry;
};
const entryOf = (application: Application, platform: string) => {
  const entry = application.platforms.find((one) => one.platform === platform);
  if (!entry) throw new Error(`No ${platform} entry`);
  return entry;
};

describe('contract 3: an edit of the whole', () => {
  it('keeps what it returns; entries are matched by platform, value and item, whatever their order', async () => {
    const first = await register();
    given.clock.at += 1000;
    const next = await edited(first, () => ({
      draft: {
        name: 'Other',
        platforms: [
          { platform: 'iOS' },
          { platform: 'Android' },
          { platform: 'Web', siteDomains: ['http://intra.example'] },
        ],
        redirectUris: ['http://intra.example/b', 'https://shop.example/a', 'https://new.example'],
        consentItems: [
          { item: 'address', consent: 'optional' },
          { item: 'email', consent: 'optional' },
        ],
      },
    }));
    expect(await stored(first)).toEqual(next);
    const [ios, android, web] = next.platforms;
    const { id, apiKey, createdAt } = entryOf(first, 'Android');
    expect(android).toMatchObject({ id, apiKey, createdAt, packageName: undefined });
    expect(web).toMatchObject({ id: entryOf(first, 'Web').id, siteDomains: ['http://intra.example'] });
    expect(ios).toMatchObject({ platform: 'iOS', createdAt: given.clock.at });
    expect(next.redirectUris.slice(0, 2)).toEqual([uriAt(first, 1), uriAt(first, 0)]);
    expect(uriAt(next, 2).createdAt).toBe(given.clock.at);
    expect(next.consentItems.map((entry) => [entry.item, entry.createdAt])).toEqual([
      ['address', given.clock.at],
      ['email', first.createdAt],
    ]);
    expect(next).toMatchObject({ createdAt: first.createdAt, updatedAt: given.clock.at, version: 2 });
  });

  it('moves updatedAt on, also within one millisecond', async () => {
    const first = await register();
    const next = await edited(first, (current) => ({ draft: draftOf(current) }));
    expect(next.updatedAt).toBe(first.updatedAt + 1);
    expect({ ...next, updatedAt: 0, version: 0 }).toEqual({ ...first, updatedAt: 0, version: 0 });
  });

  it('stores nothing when something is wrong, and tells what could not be read beside what breaks a rule', async () => {
    const first = await register();
    const unread = { path: ['homepage_uri'], code: 'type-wrong', detail: 'This must be a string.' };
    const outcome = await edit(first, (current) => ({ draft: { ...draftOf(current), name: '' }, faults: [unread] }));
    expect(outcome).toMatchObject({ kind: 'refused', faults: [unread, { path: ['name'], code: 'name-missing' }] });
    expect(await stored(first)).toEqual(first);
  });

  it('N1: of another owner’s application nothing is asked and nothing is changed', async () => {
    const first = await register();
    const outcome = await edit(first, () => expect.unreachable(), other);
    expect(outcome).toEqual({ kind: 'gone' });
    expect(await stored(first)).toEqual(first);
  });

  it('what `change` throws refuses the edit', async () => {
    const first = await register();
    const refusal = new Error('precondition');
    const change = () => {
      throw refusal;
    };
    await expect(edit(first, change)).rejects.toBe(refusal);
    expect(await stored(first)).toEqual(first);
  });

  it('0012: a replacement that names no platforms and no switch for secrets keeps them; all else goes', async () => {
    const first = await register();
    const next = await edited(first, (current) => ({ draft: replacementOf(current, { name: 'Other' }, ['name']) }));
    expect(next.platforms).toEqual(first.platforms);
    expect(next.clientSecretRequired).toBe(true);
    expect([next.redirectUris, next.consentItems, next.postLogoutRedirectUris]).toEqual([[], [], []]);
    const open = { name: 'Other', platforms: [], clientSecretRequired: false };
    const last = await edited(first, (current) => ({ draft: replacementOf(current, open, []) }));
    expect([last.platforms, last.clientSecretRequired]).toEqual([[], false]);
  });
});

describe('N9: edits at once', () => {
  it('`change` is asked anew for each state it meets, so that none is lost', async () => {
    const first = await register({ name: 'Empty' });
    const uris = Array.from({ length: 20 }, (_, index) => `https://shop.example/${index}`);
    const outcomes = await Promise.all(
      uris.map((uri) => edit(first, (current) => redirectUriList.add(current, sent(uri)))),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(uris.map(() => 'edited'));
    const last = await stored(first);
    expect(last?.redirectUris.map(({ redirectUri }) => redirectUri).toSorted()).toEqual(uris.toSorted());
    expect(last?.version).toBe(21);
  });

  it('a removal looks anew at what was edited since it looked', async () => {
    const first = await register();
    const seen: string[] = [];
    const applications = {
      ...given.deps.applications,
      remove: async (id: string, fromVersion?: number) => {
        if (seen.length === 1) await edited(first, (current) => ({ draft: { ...draftOf(current), name: 'Edited' } }));
        return given.deps.applications.remove(id, fromVersion);
      },
    };
    const allow = (current: Application) => {
      seen.push(current.name);
      if (current.name === 'Edited') throw new Error('precondition');
    };
    const removing = removeApplication({ ...given.deps, applications }, { caller: owner, id: first.id, allow });
    await expect(removing).rejects.toThrow('precondition');
    expect(seen).toEqual(['Acme Shop', 'Edited']);
    expect((await stored(first))?.name).toBe('Edited');
  });

  it('a removal says who removes, and gives up after as many edits as it may meet', async () => {
    const first = await register();
    const asked: unknown[][] = [];
    const applications = {
      ...given.deps.applications,
      remove: async (...about: unknown[]) => {
        asked.push(about);
        return false;
      },
    };
    const proof = { sessionId: 'session', authenticatedSince: NOW };
    const removing = removeApplication({ ...given.deps, applications }, { caller: { ...owner, proof }, id: first.id });
    await expect(removing).rejects.toThrow(Unavailable);
    const by = { accountId: owner.accountId, now: given.clock.at };
    expect(asked).toEqual(Array(MAX_TRIES).fill([first.id, first.version, proof, by]));
  });
});

describe('contract 3: an edit of a part', () => {
  it('a new entry is the last of its list and leaves the others as they are', async () => {
    const first = await register();
    given.clock.at += 1000;
    await edited(first, (current) => platformList.add(current, sent({ platform: 'iOS', bundleId: 'com.example' })));
    await edited(first, (current) => redirectUriList.add(current, sent('https://new.example')));
    const next = await edited(first, (current) =>
      consentItemList.add(current, sent({ item: 'name', consent: 'required' })),
    );
    expect(next.platforms.slice(0, 2)).toEqual(first.platforms);
    expect(next.platforms[2]).toMatchObject({ platform: 'iOS', bundleId: 'com.example', createdAt: given.clock.at });
    expect(next.redirectUris.slice(0, 3)).toEqual(first.redirectUris);
    expect(uriAt(next, 3).redirectUri).toBe('https://new.example');
    expect(next.consentItems.slice(0, 2)).toEqual(first.consentItems);
    expect(next.consentItems[2]?.item).toBe('name');
  });

  it('a changed entry keeps its id, key, place and time', async () => {
    const first = await register();
    given.clock.at += 1000;
    await edited(first, (current) =>
      platformList.replace(current, entryOf(current, 'Android'), sent({ packageName: 'com.example.other' })),
    );
    await edited(first, (current) =>
      redirectUriList.replace(current, uriAt(current, 0), sent('https://other.example')),
    );
    const next = await edited(first, (current) => {
      const [email] = current.consentItems;
      return email ? consentItemList.replace(current, email, sent({ consent: 'optional' })) : expect.unreachable();
    });
    expect(next.platforms[1]).toEqual({ ...entryOf(first, 'Android'), packageName: 'com.example.other' });
    expect(next.redirectUris).toEqual([
      { ...uriAt(first, 0), redirectUri: 'https://other.example' },
      uriAt(first, 1),
      uriAt(first, 2),
    ]);
    expect(next.consentItems[0]).toEqual({ ...first.consentItems[0], consent: 'optional' });
  });

  const refusals: [string, (current: Application) => WantedChange, (string | number)[][]][] = [
    [
      'a site domain of a new entry',
      (current) => platformList.add(current, sent({ platform: 'Web', siteDomains: ['https://a.example', 'ftp://b'] })),
      [['site_domains', 1]],
    ],
    ['a platform that is none', (current) => platformList.add(current, sent({ platform: 'Mac' })), [['platform']]],
    [
      'another platform',
      (current) =>
        platformList.replace(current, entryOf(current, 'Web'), sent({ platform: 'iOS', packageName: 'com.example' })),
      [['platform'], ['site_domains'], ['package_name']],
    ],
    ['no redirect URI', (current) => redirectUriList.add(current, sent(undefined)), [['redirect_uri']]],
    ['a bad redirect URI', (current) => redirectUriList.add(current, sent('https://a/#f')), [['redirect_uri']]],
    [
      'a change to a bad redirect URI',
      (current) => redirectUriList.replace(current, uriAt(current, 2), sent('javascript:x')),
      [['redirect_uri']],
    ],
    [
      'another item',
      (current) => {
        const [email] = current.consentItems;
        return email
          ? consentItemList.replace(current, email, sent({ item: 'name', consent: 'never' }))
          : expect.unreachable();
      },
      [['item'], ['consent']],
    ],
  ];
  it.each(refusals)('is refused where it was sent: %s', async (_, change, paths) => {
    const first = await register();
    const outcome = await edit(first, change);
    expect(outcome.kind === 'refused' && outcome.faults.map(({ path }) => path)).toEqual(paths);
    expect(await stored(first)).toEqual(first);
  });

  const conflicts: [string, (current: Application) => WantedChange, string[]][] = [
    [
      'a platform that is there',
      (current) => platformList.add(current, sent({ platform: 'Android' })),
      ['platform-twice Android'],
    ],
    [
      'a redirect URI that is there',
      (current) => redirectUriList.add(current, sent('https://shop.example/a')),
      ['redirect-uri-twice https://shop.example/a'],
    ],
    [
      'a redirect URI changed to one that is there, before it in the list',
      (current) => redirectUriList.replace(current, uriAt(current, 2), sent('https://shop.example/a')),
      ['redirect-uri-twice https://shop.example/a'],
    ],
    [
      'a redirect URI changed to one that is there, behind it in the list',
      (current) => redirectUriList.replace(current, uriAt(current, 0), sent('com.example.shop:/c')),
      ['redirect-uri-twice com.example.shop:/c'],
    ],
    [
      'an item that is there',
      (current) => consentItemList.add(current, sent({ item: 'email', consent: 'required' })),
      ['item-twice email'],
    ],
    [
      'a site domain that http URIs need',
      (current) =>
        platformList.replace(current, entryOf(current, 'Web'), sent({ siteDomains: ['https://shop.example'] })),
      ['redirect-uri-http-host http://intra.example/b http://intra.example/bye'],
    ],
    [
      'an entry that a private-use scheme needs',
      (current) => platformList.keep(current, [entryOf(current, 'Web')]),
      ['redirect-uri-private-scheme com.example.shop:/c'],
    ],
    [
      'all entries, by two reasons',
      (current) => platformList.keep(current, []),
      [
        'redirect-uri-http-host http://intra.example/b http://intra.example/bye',
        'redirect-uri-private-scheme com.example.shop:/c',
      ],
    ],
  ];
  it.each(conflicts)('conflicts with what is stored: %s', async (_, change, expected) => {
    const first = await register();
    const outcome = await edit(first, change);
    const found = outcome.kind === 'conflict' ? outcome.conflicts : [];
    expect(found.map(({ fault, stored }) => [fault.code, ...stored].join(' '))).toEqual(expected);
    expect(await stored(first)).toEqual(first);
  });

  it('the 21st redirect URI is a conflict; a bad one is refused all the same', async () => {
    const full = await register({
      name: 'Full',
      redirectUris: Array.from({ length: 20 }, (_, index) => `https://shop.example/${index}`),
    });
    const add = (uri: string) => edit(full, (current) => redirectUriList.add(current, sent(uri)));
    expect(await add('https://shop.example/20')).toMatchObject({
      kind: 'conflict',
      conflicts: [{ fault: { code: 'redirect-uris-too-many' }, stored: [] }],
    });
    expect(await add('https://shop.example/*')).toMatchObject({ kind: 'refused' });
  });

  it('what is wrong with what was sent comes before the conflict', async () => {
    const first = await register();
    const both = { platform: 'Web', siteDomains: ['nonsense'] };
    expect(await edit(first, (current) => platformList.add(current, sent(both)))).toMatchObject({
      kind: 'refused',
      faults: [{ path: ['site_domains', 0] }],
    });
    const change = (current: Application) =>
      platformList.replace(current, entryOf(current, 'Web'), sent({ siteDomains: ['nonsense'] }));
    expect(await edit(first, change)).toMatchObject({ kind: 'refused' });
  });

  it('an entry may leave when what needed it has left', async () => {
    const first = await register();
    await edited(first, (current) => redirectUriList.keep(current, [uriAt(current, 0)]));
    await edited(first, (current) => ({ draft: { ...draftOf(current), postLogoutRedirectUris: [] } }));
    const next = await edited(first, (current) => platformList.keep(current, []));
    expect([next.platforms, next.redirectUris]).toEqual([[], [uriAt(first, 0)]]);
  });

  it('contract 3: an item that left and came back is a new registration of it', async () => {
    const first = await register();
    await edited(first, (current) => consentItemList.keep(current, []));
    given.clock.at += 1000;
    const next = await edited(first, (current) =>
      consentItemList.add(current, sent({ item: 'email', consent: 'required' })),
    );
    expect(next.consentItems).toMatchObject([{ item: 'email', createdAt: given.clock.at }]);
    expect(given.clock.at).toBeGreaterThan(NOW);
  });
});
