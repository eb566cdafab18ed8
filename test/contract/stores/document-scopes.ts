// The contract of PersonAccessStore and ApiStore, for every database: clients that nobody registered may ask people for
// the scopes of APIs that say so (contract 46).
import { beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '../../../src/core/applications/apis/api.ts';
import type { Spent } from '../../../src/core/applications/apis/person-access-store.ts';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import { documentApplication } from '../../../src/core/applications/client-documents/document-application.ts';
import type { Grant } from '../../../src/core/grants/tokens/grant.ts';
import { newSub } from '../../../src/core/ground/secrets.ts';
import { newId } from '../../helpers/new-id.ts';
import { someApi } from './api-store.ts';
import { DAY, givenConnection, HOUR, NOW, SECOND, SEED, someAccount, someGrant } from './given.ts';
import { forPeople } from './given-asked-api.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const URL_OF = 'https://client.example/oauth/client.json';
const SAYS = {
  ...{ name: 'A client', redirectUris: ['http://localhost/callback'], tokenEndpointAuthMethod: undefined },
  ...{ jwks: undefined, jwksUri: undefined },
};

export function documentScopesContract(make: MakeDatabase): void {
  describe('contract 46: scopes of clients with documents', () => {
    const database = useDatabase(make);
    const apis = () => database.stores.apis;
    const keep = (now = NOW) => {
      const application = documentApplication(URL_OF, SAYS, { now: () => now });
      const kept = { application, host: 'client.example', keptUntil: now + HOUR, now };
      return database.stores.clientDocuments.keep(kept);
    };
    const client = async (): Promise<Application> => {
      const found = await database.stores.applications.findByApiKey(URL_OF);
      if (!found) throw new Error('The client is gone');
      return found.application;
    };
    const names = async () => (await client()).apiScopes.map(({ item }) => item);
    const open = (values: Partial<Api> = {}) =>
      someApi({
        documents: true,
        scopes: [forPeople('tools.list', { byDefault: true }), forPeople('tools.run'), machine('tools.cron')],
        ...values,
      });
    const machine = (name: string) => ({ ...forPeople(name), machine: true });
    let api: Api;
    const edit = async (values: Partial<Api>) => {
      const next = { ...api, ...values, updatedAt: api.updatedAt + 1, version: api.version + 1 };
      expect(await apis().replace(next, api.version)).toEqual({ kind: 'stored' });
      api = next;
    };
    beforeEach(async () => {
      await keep();
      api = open();
      expect(await apis().insert(api, 500)).toEqual({ kind: 'created' });
    });

    it('are those of every API that says so, but of programs, all of them optional', async () => {
      expect((await client()).apiScopes).toMatchObject([
        {
          ...{ item: 'tools.list', apiId: api.id, resource: api.resource, consent: 'optional', byDefault: true },
          createdAt: api.createdAt,
        },
        { item: 'tools.run', byDefault: false },
      ]);
      const other = { resource: 'https://x.example', applications: 'any', documents: false } as const;
      await apis().insert(open({ ...other, scopes: [forPeople('x')] }), 500);
      expect(await names()).toEqual(['tools.list', 'tools.run']);
      await keep(NOW + DAY);
      expect(await names()).toEqual(['tools.list', 'tools.run']);
    });

    it('are none of an application that somebody registered', async () => {
      const { application } = await givenConnection(database.stores);
      expect((await database.stores.applications.find(application.id))?.apiScopes).toEqual([]);
    });

    it.each<[what: string, act: () => Promise<unknown>, left: string[]]>([
      ['the API is closed to them', () => edit({ documents: false }), []],
      [
        'it is opened again',
        () => edit({ documents: false }).then(() => edit({ documents: true })),
        ['tools.list', 'tools.run'],
      ],
      [
        'a scope comes and one goes',
        () => edit({ scopes: [forPeople('tools.run'), forPeople('tools.new')] }),
        ['tools.run', 'tools.new'],
      ],
      [
        'another API is made',
        () => apis().insert(open({ resource: 'https://x.example', scopes: [forPeople('x')] }), 500),
        ['tools.list', 'x', 'tools.run'],
      ],
      ['the API is deleted', () => apis().remove(api.id, api.version, undefined, NOW), []],
    ])('change at once, at another version of the client, when %s', async (_, act, left) => {
      const { version } = await client();
      await act();
      expect(await names()).toEqual(left);
      expect((await client()).version).toBeGreaterThan(version);
    });

    const someConnection = async () => {
      const application = await client();
      const account = someAccount();
      await database.stores.accounts.insert(account);
      const answers = {
        'tools.list': { agreed: true, answeredAt: NOW },
        'tools.run': { agreed: false, answeredAt: NOW },
      };
      const agreed = { applicationId: application.id, accountId: account.id, sub: newSub(), answers, now: NOW };
      return { application, account, connection: await database.stores.connections.agree(agreed) };
    };

    describe('tokens', () => {
      let grant: Grant;
      const code: Spent = {
        ...{ kind: 'code', refreshExpiresAt: NOW + DAY, familyExpiresAt: NOW + 9 * DAY, tell: undefined },
      };
      const rotation = (fromGeneration: number): Spent => ({
        ...{ kind: 'rotation', fromGeneration, familySeed: SEED, familySeedFrom: 2, refreshExpiresAt: NOW + DAY },
        recentRotations: [[fromGeneration, NOW]],
      });
      const issue = (spent: Spent, id = newId(), scope = ['tools.list']) =>
        apis().issueToPerson({
          token: {
            ...{ id, tokenHash: Buffer.from(newId()), apiId: api.id, applicationId: grant.applicationId },
            ...{ apiKey: grant.apiKey, scope, grantId: grant.id, dpopJkt: undefined },
            ...{ createdAt: NOW, expiresAt: NOW + HOUR },
          },
          spent,
          withSession: true,
          now: NOW + SECOND,
        });
      beforeEach(async () => {
        const { application, account, connection } = await someConnection();
        grant = someGrant({
          ...{ apiKey: URL_OF, applicationId: application.id, accountId: account.id },
          connectionGeneration: connection.generation,
          apiAccess: { audiences: [api.id], scopes: ['tools.list'], amr: ['pwd'] },
        });
        await database.stores.codes.issue(grant);
        await apis().meetSubject({ apiId: api.id, accountId: account.id, sub: 'person' });
      });

      it('are offered and issued for what the person agreed to alone', async () => {
        expect(await apis().findPersonOffer(api.id, grant.id)).toMatchObject({
          scopes: ['tools.list'],
          admitted: true,
        });
        expect(await issue(code, newId(), ['tools.list', 'tools.run'])).toBe('ended');
        expect(await issue(code, newId(), ['tools.cron'])).toBe('ended');
        expect(await issue(code)).toBe('issued');
        expect(await issue(rotation(1))).toBe('issued');
      });

      it.each<[what: string, end: () => Promise<unknown>]>([
        ['the API is closed to such clients', () => edit({ documents: false })],
        ['it lets every application ask, and no such client', () => edit({ documents: false, applications: 'any' })],
        ['the scope is for programs', () => edit({ scopes: [machine('tools.list')] })],
        ['the API lets in members of groups', () => edit({ audience: 'groups' })],
        ['its host is blocked', () => database.stores.clientDocuments.block('client.example', NOW)],
      ])('are neither issued nor found once %s, and spend nothing', async (_, end) => {
        const id = newId();
        await issue(code, id);
        expect((await apis().findToken(id))?.given).toEqual(['tools.list']);
        await end();
        expect(await issue(rotation(1))).toBe('ended');
        expect((await apis().findToken(id))?.given ?? []).toEqual([]);
        expect((await database.stores.tokens.findGrant(grant.id))?.grant.refreshGeneration ?? 1).toBe(1);
      });

      it('work again when the API is opened again', async () => {
        await issue(code);
        await edit({ documents: false });
        expect(await issue(rotation(1))).toBe('ended');
        await edit({ documents: true });
        expect(await issue(rotation(1))).toBe('issued');
      });

      it('a closing that meets refreshes: whatever is issued, the next has nothing', async () => {
        await issue(code);
        const ids = [newId(), newId()];
        await Promise.all([issue(rotation(1), ids[0]), edit({ documents: false }), issue(rotation(1), ids[1])]);
        const { refreshGeneration } = (await database.stores.tokens.findGrant(grant.id))?.grant ?? grant;
        expect(await issue(rotation(refreshGeneration))).toBe('ended');
        for (const id of ids) expect((await apis().findToken(id))?.given ?? []).toEqual([]);
      });

      it('a name that passes to another API is another scope: earlier answers count for nothing there', async () => {
        const other = open({ resource: 'https://x.example', scopes: [forPeople('x')] });
        expect(await apis().insert(other, 500)).toEqual({ kind: 'created' });
        await edit({ scopes: [forPeople('tools.run')] });
        const scopes = [forPeople('x'), forPeople('tools.list')];
        const taken = { ...other, scopes, updatedAt: NOW + SECOND, version: other.version + 1 };
        expect(await apis().replace(taken, other.version)).toEqual({ kind: 'stored' });
        expect((await apis().findPersonOffer(other.id, grant.id))?.scopes).toEqual([]);
        // And back: it is not what it was.
        expect(await apis().replace({ ...taken, scopes: [forPeople('x')], version: 3 }, 2)).toEqual({ kind: 'stored' });
        await edit({ scopes: [forPeople('tools.run'), forPeople('tools.list')] });
        expect((await apis().findPersonOffer(api.id, grant.id))?.scopes).toEqual([]);
        expect(await issue(code)).toBe('ended');
      });

      it('an API of its name and scopes that comes later is another: earlier answers count for nothing there', async () => {
        await apis().remove(api.id, api.version, undefined, NOW);
        api = open({ createdAt: NOW + SECOND });
        expect(await apis().insert(api, 500)).toEqual({ kind: 'created' });
        expect((await apis().findPersonOffer(api.id, grant.id))?.scopes).toEqual([]);
        expect(await issue(code)).toBe('ended');
      });
    });

    it('a name that passes to another API is another scope: answers to the first count for nothing there', async () => {
      const other = open({ resource: 'https://x.example', scopes: [forPeople('x')] });
      expect(await apis().insert(other, 500)).toEqual({ kind: 'created' });
      await edit({ scopes: [forPeople('tools.run')] });
      const now = NOW + SECOND;
      const taken = { ...other, scopes: [forPeople('x'), forPeople('tools.list')], updatedAt: now, version: 2 };
      expect(await apis().replace(taken, 1)).toEqual({ kind: 'stored' });
      const aged = async () => (await client()).apiScopes.map(({ item, createdAt }) => [item, createdAt]);
      expect(await aged()).toEqual(
        expect.arrayContaining([
          ['x', other.createdAt],
          ['tools.list', now],
        ]),
      );
      const renamed = { ...taken, name: 'Renamed', updatedAt: now + SECOND, version: 3 };
      expect(await apis().replace(renamed, 2)).toEqual({ kind: 'stored' });
      expect(await aged()).toEqual(
        expect.arrayContaining([
          ['x', other.createdAt],
          ['tools.list', now],
        ]),
      );
    });

    it('documents that are kept while APIs change wait for each other', async () => {
      for (let round = 0; round < 3; round += 1) {
        await Promise.all([
          keep(NOW + round * DAY),
          edit({ documents: round % 2 === 1 }),
          database.stores.clientDocuments.settle([URL_OF], NOW),
          keep(NOW + round * DAY + SECOND),
        ]);
        expect(await names()).toEqual(round % 2 === 1 ? ['tools.list', 'tools.run'] : []);
      }
    });
  });
}
