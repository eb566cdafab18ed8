// The contract of ApplicationStore, for every database.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Application, PlatformEntry } from '../../../src/core/applications/applications/application.ts';
import type { ApplicationStore } from '../../../src/core/applications/applications/application-store.ts';
import type { Account } from '../../../src/core/ground/accounts/account.ts';
import { newApiKey } from '../../../src/core/ground/secrets.ts';
import { givenMember } from '../../helpers/membership.ts';
import { newId } from '../../helpers/new-id.ts';
import { givenFamily, NOW, someAccount, someApplication, someClientSecret, somePlatform } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function applicationStoreContract(make: MakeDatabase): void {
  describe('ApplicationStore', () => {
    const database = useDatabase(make);
    let owner: Account;
    beforeEach(async () => {
      owner = someAccount({ role: 'owner' });
      await database.stores.accounts.insert(owner);
    });

    it('gives back everything inside an application, lists in the order given', async () => {
      const application = someApplication(owner.id, {
        name: '상점',
        implementationMethod: 'Flutter',
        loginActivation: false,
        requirePkce: true,
        clientSecretRequired: true,
        homepageUri: 'https://shop.example/',
        termsUri: 'https://shop.example/terms',
        audience: 'team',
        translations: { ko: { name: '상점' }, en: { name: 'Shop "<>" \\' } },
        companyName: '주식회사 "상점"',
        companyCountry: 'KR',
        idTokenClaims: false,
        idTokenAlg: 'EdDSA',
        userInfoAlg: 'ES256',
        postLogoutRedirectUris: ['https://z.example/bye', 'com.example.shop:/bye', "https://a.example/bye?x=%20'"],
        platforms: [
          somePlatform({ platform: 'iOS', siteDomains: [], bundleId: 'com.example.shop' }),
          somePlatform({ siteDomains: ['https://z.example', 'file://', 'https://a.example'] }),
          somePlatform({ platform: 'Android', siteDomains: [], packageName: 'com.example.shop' }),
        ],
        redirectUris: ['https://z.example/cb', 'https://a.example/cb?x=%20"\'', 'com.example.shop:/cb'].map(
          (redirectUri) => ({ id: newId(), redirectUri, createdAt: NOW }),
        ),
        consentItems: [
          {
            item: 'name',
            consent: 'optional',
            purpose: 'Why "so"?\n이유',
            retention: '1 "year"',
            translations: { ko: { purpose: '이유 "1"' }, en: { retention: '1' } },
            createdAt: NOW + 1,
          },
          {
            item: 'email',
            consent: 'optional',
            purpose: undefined,
            retention: undefined,
            translations: undefined,
            verified: true,
            createdAt: NOW,
          },
          {
            item: 'address',
            consent: 'required',
            purpose: undefined,
            retention: undefined,
            translations: undefined,
            createdAt: NOW,
          },
        ],
        updatedAt: NOW + 9,
      });
      await database.stores.applications.insert(application, 500);
      expect(await database.stores.applications.find(application.id)).toEqual(application);
    });

    it('replaces all of it on top of the version that was read, and only then (N9)', async () => {
      const { applications } = database.stores;
      const first = someApplication(owner.id);
      await applications.insert(first, 500);
      const [web] = first.platforms;
      const edited = someApplication(owner.id, {
        ...first,
        name: 'Other',
        loginActivation: false,
        platforms: [
          somePlatform({ platform: 'Android', siteDomains: [], packageName: 'com.example.shop' }),
          { ...(web as PlatformEntry), siteDomains: ['https://other.example'] },
        ],
        redirectUris: [{ id: newId(), redirectUri: 'https://other.example/cb', createdAt: NOW + 1 }],
        consentItems: [
          {
            item: 'address',
            consent: 'optional',
            purpose: undefined,
            retention: undefined,
            translations: undefined,
            createdAt: NOW + 1,
          },
        ],
        postLogoutRedirectUris: [],
        backchannelLogoutUri: undefined,
        updatedAt: NOW + 1,
        version: 2,
      });
      expect(await applications.replace(edited, 1)).toBe(true);
      expect(await applications.find(first.id)).toEqual(edited);
      expect(await applications.replace({ ...edited, name: 'Late', version: 2 }, 1)).toBe(false);
      expect(await applications.find(first.id)).toEqual(edited);
      expect((await applications.findByApiKey(web?.apiKey ?? ''))?.platform.siteDomains).toEqual([
        'https://other.example',
      ]);
      expect(await applications.isOriginRegistered(['https://shop.example'])).toBe(false);
      await applications.remove(first.id);
      expect(await applications.replace({ ...edited, version: 3 }, 2)).toBe(false);
    });

    it('of many edits of one version at once, one is kept (N9)', async () => {
      const { applications } = database.stores;
      const first = someApplication(owner.id);
      await applications.insert(first, 500);
      const edits = Array.from({ length: 20 }, (_, index) => ({ ...first, name: `Edit ${index}`, version: 2 }));
      const kept = await Promise.all(edits.map((edit) => applications.replace(edit, 1)));
      expect(kept.filter(Boolean)).toHaveLength(1);
      expect((await applications.find(first.id))?.name).toBe(edits[kept.indexOf(true)]?.name);
    });

    it('removes only the version that was read, where one is named; of an edit and a removal at once, one is done', async () => {
      const { applications } = database.stores;
      const first = someApplication(owner.id);
      await applications.insert(first, 500);
      expect(await applications.remove(first.id, 2)).toBe(false);
      const done = await Promise.all([
        applications.replace({ ...first, version: 2 }, 1),
        applications.remove(first.id, 1),
      ]);
      expect(done.filter(Boolean)).toHaveLength(1);
      expect(await applications.remove(first.id, 1)).toBe(false);
      expect(await applications.remove(first.id, 2)).toBe(done[0]);
      expect(await applications.find(first.id)).toBeUndefined();
    });

    it('the first client secret is an edit too: what was read before it is not kept over it', async () => {
      const { applications, clientSecrets } = database.stores;
      const first = someApplication(owner.id);
      await applications.insert(first, 500);
      await clientSecrets.insert(someClientSecret(first.id), 2, NOW);
      expect(await applications.replace({ ...first, version: 2 }, 1)).toBe(false);
      expect((await applications.find(first.id))?.clientSecretRequired).toBe(true);
    });

    it('client secrets go with the Web entry, and stay with any other edit', async () => {
      const { applications, clientSecrets } = database.stores;
      const first = someApplication(owner.id, { clientSecretRequired: true });
      await applications.insert(first, 500);
      await clientSecrets.insert(someClientSecret(first.id), 2, NOW);
      const at = (await applications.find(first.id)) ?? first;
      expect(await applications.replace({ ...at, name: 'Other', version: at.version + 1 }, at.version)).toBe(true);
      expect(await clientSecrets.list(first.id)).toHaveLength(1);
      const without = { ...at, platforms: [], version: at.version + 2 };
      expect(await applications.replace(without, at.version + 1)).toBe(true);
      expect(await clientSecrets.list(first.id)).toEqual([]);
    });

    it('never takes more than the most of one owner, however many come at once (N11)', async () => {
      const { applications } = database.stores;
      const inserted = await Promise.all(
        Array.from({ length: 50 }, () => applications.insert(someApplication(owner.id), 7)),
      );
      expect(inserted.filter(Boolean)).toHaveLength(7);
      expect(
        await applications.list({ accountId: owner.id, owned: true, afterId: undefined, limit: 100 }),
      ).toHaveLength(7);
    });

    it('contract 3: what another process writes is seen at the next read, whatever it is', async () => {
      const { applications } = database.stores;
      const elsewhere = await database.open();
      const next = someAccount({ role: 'owner' });
      await elsewhere.accounts.insert(next);
      const first = someApplication(owner.id);
      const apiKey = first.platforms[0]?.apiKey ?? '';
      await applications.insert(first, 500);
      const now = () => applications.findByApiKey(apiKey).then((found) => found?.application);
      expect(await now()).toEqual(first);

      await elsewhere.applications.replace({ ...first, redirectUris: [], version: 2 }, 1);
      expect(await now()).toMatchObject({ redirectUris: [], version: 2 });
      const logo = { mediaType: 'image/png' as const, image: Buffer.from('png'), hash: 'a1b2' };
      await elsewhere.logos.put(first.id, logo, { fromVersion: 2, now: NOW });
      expect(await now()).toMatchObject({ logoHash: 'a1b2' });
      await elsewhere.clientSecrets.insert(someClientSecret(first.id), 2, NOW);
      expect(await now()).toMatchObject({ clientSecretRequired: true });
      await givenMember(elsewhere, { applicationId: first.id, accountId: next.id, role: 'editor', now: NOW });
      const handOver = { applicationId: first.id, fromAccountId: owner.id, toAccountId: next.id, now: NOW };
      await elsewhere.members.handOver(handOver, 500, { accountId: owner.id });
      expect(await now()).toMatchObject({ ownerId: next.id });
      expect(await applications.find(first.id)).toEqual(await elsewhere.applications.find(first.id));
      await elsewhere.applications.remove(first.id, undefined);
      expect([await now(), await applications.find(first.id)]).toEqual([undefined, undefined]);
    });

    it('what is given out is one object for all who ask, and nobody can change it', async () => {
      const { applications } = database.stores;
      const first = someApplication(owner.id);
      await applications.insert(first, 500);
      const [one, other] = [await applications.find(first.id), await applications.find(first.id)];
      expect(one).toBe(other);
      expect(() => Object.assign(one?.platforms[0]?.siteDomains ?? {}, { 0: 'https://evil.example' })).toThrow(
        TypeError,
      );
    });

    it('an application may be empty', async () => {
      const application = someApplication(owner.id, {
        platforms: [],
        redirectUris: [],
        consentItems: [],
        userInfoAlg: undefined,
        postLogoutRedirectUris: [],
        backchannelLogoutUri: undefined,
      });
      await database.stores.applications.insert(application, 500);
      expect(await database.stores.applications.find(application.id)).toEqual(application);
    });

    it('finds by each of its API keys, exactly', async () => {
      const ios = somePlatform({ platform: 'iOS', siteDomains: [] });
      const application = someApplication(owner.id, { platforms: [somePlatform(), ios] });
      await database.stores.applications.insert(application, 500);
      const { applications } = database.stores;
      expect(await applications.findByApiKey(ios.apiKey)).toEqual({ application, platform: ios });
      expect(await applications.findByApiKey(newApiKey())).toBeUndefined();
      expect(await applications.findByApiKey(ios.apiKey.toUpperCase())).toBeUndefined();
      expect(await applications.findByApiKey(`${ios.apiKey} `)).toBeUndefined();
    });

    it('lists in order of creation, a page at a time, of one owner or of all', async () => {
      const other = someAccount({ role: 'owner' });
      await database.stores.accounts.insert(other);
      const mine = [someApplication(owner.id), someApplication(owner.id), someApplication(owner.id)];
      const foreign = someApplication(other.id);
      for (const application of [...mine, foreign].reverse())
        await database.stores.applications.insert(application, 500);
      const list = async (accountId: string | undefined, afterId: string | undefined, limit: number) =>
        (await database.stores.applications.list({ accountId, owned: true, afterId, limit })).map(({ id }) => id);
      const ids = mine.map(({ id }) => id);
      expect(await list(owner.id, undefined, 2)).toEqual(ids.slice(0, 2));
      expect(await list(owner.id, ids[1], 2)).toEqual(ids.slice(2));
      expect(await list(undefined, undefined, 10)).toEqual([...ids, foreign.id]);
      expect(await list(undefined, ids[2], 10)).toEqual([foreign.id]);
    });

    describe('search', () => {
      const names = ['beta', 'Alpha', 'alphabet', '베타', 'Ænima', 'alpha'];
      let mine: Application[];
      beforeEach(async () => {
        mine = names.map((name, at) => someApplication(owner.id, { name, updatedAt: NOW + (at % 3) }));
        for (const application of mine) await database.stores.applications.insert(application, 500);
      });
      const FIRST = { name: { key: '', id: '' }, newest: { key: '~', id: '~' }, changed: { key: NOW * 2, id: '~' } };
      const search = async (page: Partial<Parameters<ApplicationStore['search']>[0]>) => {
        const order = page.order ?? 'name';
        const all = { accountId: owner.id, owned: true, text: '', order, place: FIRST[order], back: false, limit: 100 };
        return (await database.stores.applications.search({ ...all, ...page })).map(({ name }) => name);
      };
      const placeOf = (at: number, key: string | number) => ({ key, id: mine[at]?.id ?? '' });

      it('sorts by name without the case of ASCII letters, byte by byte beyond, then by id', async () => {
        expect(await search({})).toEqual(['Alpha', 'alpha', 'alphabet', 'beta', 'Ænima', '베타']);
      });

      it('sorts by creation and by last change, the last first', async () => {
        expect(await search({ order: 'newest' })).toEqual([...names].reverse());
        expect(await search({ order: 'changed' })).toEqual(['alpha', 'alphabet', 'Ænima', 'Alpha', '베타', 'beta']);
      });

      it('goes on from a place in either direction, the nearest first', async () => {
        const place = placeOf(2, 'alphabet');
        expect(await search({ place, limit: 2 })).toEqual(['beta', 'Ænima']);
        expect(await search({ place, limit: 2, back: true })).toEqual(['alpha', 'Alpha']);
        const changed = placeOf(1, NOW + 1);
        expect(await search({ order: 'changed', place: changed })).toEqual(['베타', 'beta']);
        expect(await search({ order: 'changed', place: changed, back: true })).toEqual(['Ænima', 'alphabet', 'alpha']);
        const newest = placeOf(2, mine[2]?.id ?? '');
        expect(await search({ order: 'newest', place: newest })).toEqual(['Alpha', 'beta']);
        expect(await search({ order: 'newest', place: newest, back: true, limit: 1 })).toEqual(['베타']);
      });

      it('finds a part of the name; what means something in SQL is text', async () => {
        expect(await search({ text: 'LPHA' })).toEqual(['Alpha', 'alpha', 'alphabet']);
        expect(await search({ text: '타' })).toEqual(['베타']);
        for (const text of ['%', '_', "'", 'a%t', 'zeta']) expect(await search({ text }), text).toEqual([]);
      });

      it('narrows to a state and to an owner, and counts what it finds on all pages', async () => {
        const other = someAccount({ role: 'owner' });
        await database.stores.accounts.insert(other);
        const states = [
          someApplication(other.id, { name: 'wide-off', loginActivation: false }),
          someApplication(other.id, { name: 'wide-team', audience: 'team' }),
          someApplication(owner.id, { name: 'wide-groups', audience: 'groups', loginActivation: false }),
        ];
        for (const application of states) await database.stores.applications.insert(application, 500);
        const found = (page: Partial<Parameters<ApplicationStore['search']>[0]>) => search({ text: 'wide-', ...page });
        const all = { accountId: undefined, owned: true };
        expect(await found(all)).toEqual(['wide-groups', 'wide-off', 'wide-team']);
        expect(await found({ ...all, only: 'on' })).toEqual(['wide-team']);
        expect(await found({ ...all, only: 'off' })).toEqual(['wide-groups', 'wide-off']);
        expect(await found({ ...all, only: 'team' })).toEqual(['wide-team']);
        expect(await found({ ...all, ownedBy: owner.id })).toEqual(['wide-groups']);
        expect(await found({ only: 'off' })).toEqual(['wide-groups']);
        const { applications } = database.stores;
        expect(await applications.countFound({ ...all, text: 'wide-' })).toBe(3);
        expect(await applications.countFound({ ...all, text: 'WIDE-', only: 'off', ownedBy: other.id })).toBe(1);
        expect(await applications.countFound({ accountId: owner.id, owned: true, text: '' })).toBe(names.length + 1);
      });

      it('sees what `list` does: own ones, those of a member, or all', async () => {
        const other = someAccount({ role: 'owner' });
        await database.stores.accounts.insert(other);
        const foreign = someApplication(other.id, { name: 'Foreign' });
        const shared = someApplication(other.id, { name: 'Shared' });
        for (const one of [foreign, shared]) await database.stores.applications.insert(one, 500);
        const membership = { applicationId: shared.id, accountId: owner.id, role: 'viewer' as const, now: NOW };
        await givenMember(database.stores, membership);
        expect(await search({ order: 'newest', limit: 2 })).toEqual(['Shared', 'alpha']);
        expect(await search({ owned: false })).toEqual(['Shared']);
        expect(await search({ accountId: undefined, order: 'newest', limit: 3 })).toEqual([
          'Shared',
          'Foreign',
          'alpha',
        ]);
        expect(await search({ accountId: undefined, text: 'foreign' })).toEqual(['Foreign']);
        expect(await search({ accountId: undefined, order: 'changed', limit: 1 })).toHaveLength(1);
      });
    });

    it('contract 8: knows every origin that some application registered', async () => {
      const { applications } = database.stores;
      await applications.insert(someApplication(owner.id), 500);
      expect(await applications.isOriginRegistered(['http://shop.example', 'https://shop.example'])).toBe(true);
      expect(await applications.isOriginRegistered(['https://other.example'])).toBe(false);
      expect(await applications.isOriginRegistered([])).toBe(false);
    });

    it('one intent: of an application whose API key is taken nothing is stored', async () => {
      const first = someApplication(owner.id);
      await database.stores.applications.insert(first, 500);
      const second = someApplication(owner.id, { platforms: [somePlatform(), ...first.platforms] });
      await expect(database.stores.applications.insert(second, 500)).rejects.toThrow();
      expect(await database.stores.applications.find(second.id)).toBeUndefined();
    });

    it('contract 3: removing it removes what is inside and ends every code and token at once', async () => {
      const { application, user, grant, accessToken } = await givenFamily(database.stores);
      const { applications, clientSecrets, connections, tokens } = database.stores;
      const apiKey = application.platforms[0]?.apiKey ?? '';
      await clientSecrets.insert(someClientSecret(application.id), 2, NOW);
      expect(await applications.remove(application.id)).toBe(true);
      expect(await applications.find(application.id)).toBeUndefined();
      expect(await applications.findByApiKey(apiKey)).toBeUndefined();
      expect(await applications.isOriginRegistered(['https://shop.example'])).toBe(false);
      expect(await clientSecrets.list(application.id)).toEqual([]);
      expect(await connections.find(application.id, user.id)).toBeUndefined();
      expect((await tokens.findGrant(grant.id))?.connectionLive).toBe(false);
      expect(await tokens.findAccessToken(accessToken.id)).toMatchObject({
        application: undefined,
        connectionLive: false,
      });
      expect(await applications.remove(application.id)).toBe(false);
    });
  });
}
