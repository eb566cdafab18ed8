// The contract of ClientDocumentStore, for every database: clients that nobody registered, and blocked hosts.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import { DOCUMENT_KEPT_MS } from '../../../src/core/applications/client-documents/client-document-store.ts';
import { documentApplication } from '../../../src/core/applications/client-documents/document-application.ts';
import { ActRefused } from '../../../src/core/ground/acts/acting.ts';
import { newSub } from '../../../src/core/ground/secrets.ts';
import { newId } from '../../helpers/new-id.ts';
import { givenConnection, HOUR, NOW, someAccount } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const HOST = 'client.example';
const URL_OF = `https://${HOST}/oauth/client.json`;
const clock = { now: () => NOW };

const saying = (more: Partial<Parameters<typeof documentApplication>[1]> = {}, url = URL_OF): Application =>
  documentApplication(
    url,
    {
      name: 'A client',
      redirectUris: ['http://localhost/callback'],
      tokenEndpointAuthMethod: undefined,
      jwks: undefined,
      jwksUri: undefined,
      ...more,
    },
    clock,
  );

export function clientDocumentStoreContract(make: MakeDatabase): void {
  describe('ClientDocumentStore', () => {
    const database = useDatabase(make);
    const documents = () => database.stores.clientDocuments;
    const applications = () => database.stores.applications;
    const keep = (application = saying(), host = HOST, now = NOW) =>
      documents().keep({ application, host, keptUntil: now + HOUR, now });
    const client = async (url = URL_OF) => (await applications().findByApiKey(url))?.application;
    const connect = async (applicationId: string) => {
      const account = someAccount();
      await database.stores.accounts.insert(account);
      await database.stores.connections.agree({
        ...{ applicationId, accountId: account.id, sub: newSub(), answers: {}, now: NOW },
      });
      return account;
    };

    it('are found by their URL like any API key, and never listed as applications of somebody', async () => {
      const application = saying();
      expect(await keep(application)).toBe('kept');
      expect(await client()).toEqual({ ...application, version: 2, updatedAt: NOW + 1 });
      expect(await documents().find(URL_OF)).toEqual({ applicationId: application.id, keptUntil: NOW + HOUR });
      expect(await documents().find(`${URL_OF}/`)).toBeUndefined();
      expect(await applications().list({ accountId: undefined, owned: true, afterId: undefined, limit: 9 })).toEqual(
        [],
      );
      const page = { accountId: undefined, owned: true, back: false, limit: 9, text: '' };
      for (const [order, place] of [
        ['newest', { key: '~', id: '~' }],
        ['name', { key: '', id: '' }],
      ] as const) {
        expect(await applications().search({ ...page, order, place })).toEqual([]);
      }
      expect(await applications().countFound({ accountId: undefined, owned: true, text: '' })).toBe(0);
    });

    it('stay the same application when their document changes, with what it says now', async () => {
      const first = saying();
      await keep(first);
      const keys = { keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'A' }] };
      await keep(
        saying({
          name: 'Renamed',
          redirectUris: ['https://client.example/a', 'https://client.example/b'],
          tokenEndpointAuthMethod: 'private_key_jwt',
          jwks: keys,
        }),
      );
      const found = await client();
      expect(found).toMatchObject({
        id: first.id,
        name: 'Renamed',
        tokenEndpointAuthMethod: 'private_key_jwt',
        jwks: keys,
      });
      expect(found?.redirectUris.map((one) => one.redirectUri)).toEqual([
        'https://client.example/a',
        'https://client.example/b',
      ]);
      await keep(saying({ jwksUri: 'https://client.example/keys' }));
      expect(await client()).toMatchObject({ jwks: undefined, jwksUri: 'https://client.example/keys' });
    });

    it('are one application however often they are stored at once', async () => {
      await Promise.all(Array.from({ length: 10 }, () => keep(saying())));
      const { id } = (await client()) ?? {};
      expect(await documents().find(URL_OF)).toMatchObject({ applicationId: id });
      expect(await documents().listHosts({ after: '', limit: 9 })).toHaveLength(1);
    });

    describe('of a blocked host', () => {
      it('are OFF at once, and not stored; unblocked, what is admitted is ON again', async () => {
        await keep();
        await keep(saying({}, 'https://other.example/a'), 'other.example');
        expect(await documents().block(HOST, NOW)).toBe(true);
        expect(await documents().block(HOST, NOW)).toBe(false);
        expect([await documents().existsBlock(HOST), await documents().existsBlock('other.example')]).toEqual([
          true,
          false,
        ]);
        expect([(await client())?.loginActivation, (await client('https://other.example/a'))?.loginActivation]).toEqual(
          [false, true],
        );
        expect(await keep(saying({ name: 'Renamed' }))).toBe('blocked');
        expect(await keep(saying({}, `https://${HOST}/new`))).toBe('blocked');
        expect((await client())?.name).toBe('A client');
        expect(await documents().unblock(HOST, ['https://else.example/'], NOW)).toBe(true);
        expect((await client())?.loginActivation).toBe(false);
        await documents().block(HOST, NOW);
        expect(await documents().unblock(HOST, [`https://${HOST}/`], NOW)).toBe(true);
        expect(await documents().unblock(HOST, [`https://${HOST}/`], NOW)).toBe(false);
        expect((await client())?.loginActivation).toBe(true);
      });

      it('are OFF also if they were stored while it was blocked', async () => {
        for (let round = 0; round < 10; round += 1) {
          const host = `h${round}.example`;
          const url = `https://${host}/a`;
          await Promise.all([keep(saying({}, url), host), documents().block(host, NOW)]);
          expect((await client(url))?.loginActivation ?? false).toBe(false);
        }
      });

      it('are blocked by operators alone', async () => {
        const owner = someAccount({ role: 'owner' });
        await database.stores.accounts.insert(owner);
        const refused = expect.objectContaining({ reason: 'not-allowed' });
        await expect(documents().block(HOST, NOW, { accountId: owner.id })).rejects.toThrow(ActRefused);
        await expect(documents().unblock(HOST, [], NOW, { accountId: owner.id })).rejects.toThrow(refused);
        expect(await documents().existsBlock(HOST)).toBe(false);
      });
    });

    it('are settled by what is admitted: everything else is OFF, and a blocked host stays so', async () => {
      const urls = ['https://a.example/x/1', 'https://a.example/y/1', 'https://b.example/x/1'];
      for (const url of urls) await keep(saying({}, url), url.slice(8, 17));
      const on = async () => Promise.all(urls.map(async (url) => (await client(url))?.loginActivation));
      expect(await documents().settle(['https://a.example/x/', 'https://b.example/'], NOW)).toBe(1);
      expect(await on()).toEqual([true, false, true]);
      await documents().block('b.example', NOW);
      expect(await documents().settle(['https://'], NOW)).toBe(1);
      expect(await on()).toEqual([true, true, false]);
      await documents().settle([], NOW);
      expect(await on()).toEqual([false, false, false]);
    });

    it('touch no application that somebody registered', async () => {
      const { owner, application } = await givenConnection(database.stores);
      await documents().settle([], NOW);
      expect(await applications().find(application.id)).toMatchObject({ ownerId: owner.id, loginActivation: true });
    });

    it('are listed by host, with the people who are connected and the last use', async () => {
      const application = saying();
      await keep(application);
      await keep(saying({}, `https://${HOST}/second`));
      const account = await connect(application.id);
      await connect(application.id);
      await documents().block('blocked.example', NOW + 1);
      await documents().noteToken(application.id, NOW + HOUR - 1);
      const blocked = { host: 'blocked.example', people: 0, usedAt: undefined, blockedAt: NOW + 1 };
      expect(await documents().listHosts({ after: '', limit: 9 })).toEqual([
        blocked,
        { host: HOST, people: 2, usedAt: NOW, blockedAt: undefined },
      ]);
      await documents().noteToken(application.id, NOW + HOUR + 1);
      await database.stores.connections.unlink(application.id, account.id, NOW, 'person');
      expect(await documents().listHosts({ after: 'blocked.example', limit: 9 })).toEqual([
        { host: HOST, people: 1, usedAt: NOW + HOUR + 1, blockedAt: undefined },
      ]);
      expect(await documents().listHosts({ after: '', limit: 1 })).toEqual([blocked]);
    });

    describe('purged 30 days after the last token', () => {
      const purge = (now: number) => database.stores.expired.purge(now, 10, 365 * 24 * HOUR);
      let application: Application;
      beforeEach(async () => {
        application = saying();
        await keep(application);
      });

      it('are gone where nobody has a connection', async () => {
        await purge(NOW + DOCUMENT_KEPT_MS - 1);
        expect(await client()).toBeDefined();
        await purge(NOW + DOCUMENT_KEPT_MS);
        expect(await client()).toBeUndefined();
        expect(await applications().find(application.id)).toBeUndefined();
      });

      it('keep connection, sub and name, and are the same client when the document is shown again', async () => {
        const account = await connect(application.id);
        const before = await database.stores.connections.find(application.id, account.id);
        await purge(NOW + DOCUMENT_KEPT_MS);
        expect(await client()).toBeUndefined();
        expect(await documents().find(URL_OF)).toEqual({ applicationId: application.id, keptUntil: undefined });
        expect(await applications().find(application.id)).toMatchObject({ name: 'A client', platforms: [] });
        expect(await database.stores.connections.find(application.id, account.id)).toEqual(before);
        await keep(saying(), HOST, NOW + DOCUMENT_KEPT_MS);
        expect((await client())?.id).toBe(application.id);
      });

      it('are OFF while their host is blocked, and ON again after it, as if nothing had been purged', async () => {
        await connect(application.id);
        const isOn = async () => (await applications().find(application.id))?.loginActivation;
        await documents().block(HOST, NOW);
        await purge(NOW + DOCUMENT_KEPT_MS);
        await documents().settle([`https://${HOST}/`], NOW + DOCUMENT_KEPT_MS);
        expect(await isOn()).toBe(false);
        await documents().unblock(HOST, [`https://${HOST}/`], NOW + DOCUMENT_KEPT_MS);
        expect(await isOn()).toBe(true);
      });
    });

    it('are no applications that an account could own', async () => {
      await expect(applications().insert(saying(), 9)).rejects.toThrow(TypeError);
      expect(await applications().find(newId())).toBeUndefined();
    });
  });
}
