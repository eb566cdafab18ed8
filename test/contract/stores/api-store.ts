// The contract of ApiStore, for every database: APIs, their secrets, and the tokens that programs got for them.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Api, ApiSecret } from '../../../src/core/applications/apis/api.ts';
import type { NewResourceToken } from '../../../src/core/applications/apis/resource-token.ts';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import { ActRefused } from '../../../src/core/ground/acts/acting.ts';
import { newId } from '../../helpers/new-id.ts';
import { NOW, someAccount, someApplication } from './given.ts';
import { someMachineToken } from './machine-token-store.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

const scope = (name: string, machine = true) => ({
  ...{ name, label: undefined, description: undefined, translations: undefined, byDefault: false, machine },
});

export const someApi = (values: Partial<Api> = {}): Api => ({
  id: newId(),
  resource: 'https://Billing.example/v1',
  name: 'Billing',
  scopes: [{ ...scope('billing.write'), description: 'Write invoices' }, scope('billing.read')],
  machineAccess: [],
  ...{ applications: [], documents: false, audience: 'everyone', allowedGroups: [], groups: [] },
  accessTokenFormat: 'jwt',
  accessTokenAlg: 'ES256',
  accessTokenTtlSeconds: 300,
  createdAt: NOW,
  updatedAt: NOW,
  version: 1,
  ...values,
});

const someSecret = (apiId: string): ApiSecret => ({
  id: newId(),
  apiId,
  secretHash: Buffer.from(newId()),
  createdAt: NOW,
  lastUsedAt: undefined,
});

export function apiStoreContract(make: MakeDatabase): void {
  describe('ApiStore', () => {
    const database = useDatabase(make);
    let application: Application;
    const apis = () => database.stores.apis;
    const stored = async (values: Partial<Api> = {}): Promise<Api> => {
      const api = someApi(values);
      expect(await apis().insert(api, 500)).toEqual({ kind: 'created' });
      return api;
    };
    const access = (...scopes: string[]) => [{ application: application.id, scopes }];

    beforeEach(async () => {
      const owner = someAccount({ role: 'owner' });
      await database.stores.accounts.insert(owner);
      application = { ...someApplication(owner.id), loginActivation: true };
      await database.stores.applications.insert(application, 500);
    });

    it('are found as they were stored, by id and resource, and listed in order of creation', async () => {
      const machineAccess = access('billing.read', 'billing.write');
      const billing = await stored({ machineAccess });
      const other = { resource: 'http://localhost:9000', scopes: [], accessTokenFormat: 'opaque' } as const;
      const local = await stored(other);
      expect(await apis().find(billing.id)).toEqual(billing);
      expect(await apis().find(newId())).toBeUndefined();
      expect(await apis().findByResource('https://billing.example/v1')).toEqual(billing);
      expect(await apis().findByResource('https://Billing.example/v1')).toBeUndefined();
      expect(await apis().list({ after: '', limit: 9 })).toEqual([billing, local]);
      expect(await apis().list({ after: billing.id, limit: 9 })).toEqual([local]);
    });

    it('have each resource and each scope once on the server, and name applications that exist', async () => {
      await stored();
      const second = (values: Partial<Api>) =>
        apis().insert(someApi({ resource: 'https://x.example', ...values }), 500);
      expect(await second({ resource: 'https://BILLING.example/v1', scopes: [] })).toEqual({ kind: 'resource-taken' });
      expect(await second({ scopes: [scope('x'), scope('billing.read')] })).toEqual({
        kind: 'scope-taken',
        scopes: ['billing.read'],
      });
      const machineAccess = [{ application: newId(), scopes: ['x'] }];
      expect(await second({ scopes: [scope('x')], machineAccess })).toEqual({
        kind: 'application-unknown',
        member: 'machine_access',
      });
      expect(await apis().insert(someApi({ resource: 'https://x.example', scopes: [] }), 1)).toEqual({
        kind: 'too-many',
      });
    });

    it('are replaced only at their version, with their scopes and who has them', async () => {
      const api = await stored({ machineAccess: access('billing.read') });
      const scopes = [scope('billing.read'), scope('billing.audit', false)];
      const next = { ...api, name: 'Bills', scopes, machineAccess: access('billing.read'), version: 2 };
      expect(await apis().replace({ ...next, version: 5 }, 4)).toEqual({ kind: 'stale' });
      expect(await apis().replace(next, 1)).toEqual({ kind: 'stored' });
      expect(await apis().find(api.id)).toEqual(next);
      expect(await apis().replace({ ...next, id: newId() }, 1)).toEqual({ kind: 'gone' });
      await stored({ resource: 'https://x.example', scopes: [scope('x')] });
      expect(await apis().replace({ ...next, resource: 'https://x.example', version: 3 }, 2)).toEqual({
        kind: 'resource-taken',
      });
      expect(await apis().replace({ ...next, scopes: [scope('x')], version: 3 }, 2)).toMatchObject({
        kind: 'scope-taken',
      });
      expect(await apis().find(api.id)).toEqual(next);
      expect(await apis().remove(api.id, 1, undefined, NOW)).toBe('stale');
      expect(await apis().remove(api.id, 2, undefined, NOW)).toBe('removed');
      expect(await apis().remove(api.id, 2, undefined, NOW)).toBe('gone');
      expect(await apis().listOffers(application.id)).toEqual([]);
    });

    it('contract 32: are changed only by a token with the scope apis', async () => {
      const actor = async (scopes: 'apis' | 'groups') => {
        const token = someMachineToken({ scopes: [scopes] });
        await database.stores.machineTokens.insert(token, 100);
        return { accountId: undefined, tokenId: token.id };
      };
      const [apisToken, groupsToken] = [await actor('apis'), await actor('groups')];
      const api = someApi();
      await expect(apis().insert(api, 500, groupsToken)).rejects.toThrow(ActRefused);
      expect(await apis().insert(api, 500, apisToken)).toEqual({ kind: 'created' });
      await expect(apis().replace({ ...api, version: 2 }, 1, groupsToken)).rejects.toThrow(ActRefused);
      await expect(apis().insertSecret(someSecret(api.id), 2, groupsToken)).rejects.toThrow(ActRefused);
      await expect(apis().removeSecret({ apiId: api.id, id: newId(), now: NOW }, groupsToken)).rejects.toThrow(
        ActRefused,
      );
      await expect(apis().remove(api.id, 1, groupsToken, NOW)).rejects.toThrow(ActRefused);
      expect(await apis().find(api.id)).toEqual(api);
    });

    it('have at most as many secrets as they may, also where several are made at once', async () => {
      const api = await stored();
      const made = await Promise.all([1, 2, 3, 4].map(() => apis().insertSecret(someSecret(api.id), 2)));
      expect(made.toSorted()).toEqual(['created', 'created', 'too-many', 'too-many']);
      const [first] = await apis().listSecrets(api.id);
      if (!first) throw new Error('There is no secret');
      await apis().touchSecret(first.id, NOW + 5);
      expect((await apis().listSecrets(api.id))[0]).toEqual({ ...first, lastUsedAt: NOW + 5 });
      expect(await apis().removeSecret({ apiId: newId(), id: first.id, now: NOW })).toBe(false);
      expect(await apis().removeSecret({ apiId: api.id, id: first.id, now: NOW })).toBe(true);
      expect(await apis().insertSecret(someSecret(newId()), 2)).toBe('gone');
    });

    it('offer an application what operators gave it, by API', async () => {
      expect(await apis().existsOffer()).toBe(false);
      const billing = await stored({ machineAccess: access('billing.read', 'billing.write') });
      const other = { resource: 'https://x.example', scopes: [scope('x'), scope('y')] };
      const x = await stored({ ...other, accessTokenFormat: 'opaque', machineAccess: access('y') });
      expect(await apis().existsOffer()).toBe(true);
      expect(await apis().listOffers(application.id)).toMatchObject([
        {
          id: billing.id,
          resource: billing.resource,
          accessTokenTtlSeconds: 300,
          scopes: ['billing.write', 'billing.read'],
        },
        { id: x.id, accessTokenFormat: 'opaque', accessTokenAlg: 'ES256', scopes: ['y'] },
      ]);
      expect(await apis().listOffers(newId())).toEqual([]);
    });

    describe('contract 44: an application with FAPI 2.0 never has scopes of an API that signs with RS256', () => {
      const rs256 = () => someApi({ accessTokenAlg: 'RS256', machineAccess: access('billing.read') });
      const next = (values: Partial<Application>) =>
        database.stores.applications.replace({ ...application, ...values, version: 2 }, 1);
      const toFapi = () => next({ securityProfile: 'FAPI 2.0' });
      const refused = () => ({ kind: 'application-strict', applications: [application.id] });

      it('once it follows the profile, no scope of one is given to it, and none of its APIs turns to it', async () => {
        const api = await stored({ machineAccess: access('billing.read') });
        expect(await toFapi()).toBe(true);
        expect(await apis().replace({ ...api, accessTokenAlg: 'RS256', version: 2 }, 1)).toEqual(refused());
        expect(await apis().find(api.id)).toEqual(api);
        const other = { resource: 'https://x.example', scopes: [scope('x')], machineAccess: access('x') };
        expect(await apis().insert({ ...rs256(), ...other }, 500)).toEqual(refused());
      });

      it('while it has one, it does not turn to the profile, and changes otherwise', async () => {
        const api = rs256();
        await apis().insert(api, 500);
        expect(await toFapi()).toBe(false);
        expect(await next({ name: 'Harbour' })).toBe(true);
        expect(await apis().replace({ ...api, machineAccess: [], version: 2 }, 1)).toEqual({ kind: 'stored' });
        const strict = { ...application, securityProfile: 'FAPI 2.0', version: 3 } as const;
        expect(await database.stores.applications.replace(strict, 2)).toBe(true);
      });

      it('of both at once, one is stored', async () => {
        for (let round = 0; round < 5; round += 1) {
          const api = { ...rs256(), machineAccess: [] };
          await apis().insert(api, 500);
          const plain = { ...application, version: application.version + 1 };
          expect(await database.stores.applications.replace(plain, application.version)).toBe(true);
          application = { ...plain, securityProfile: 'FAPI 2.0', version: plain.version + 1 };
          const [profiled, given] = await Promise.all([
            database.stores.applications.replace(application, plain.version),
            apis().replace({ ...api, machineAccess: access('billing.read'), version: 2 }, 1),
          ]);
          expect([profiled, given.kind]).toEqual(profiled ? [true, 'application-strict'] : [false, 'stored']);
          await apis().remove(api.id, profiled ? 1 : 2, undefined, NOW);
          application = { ...plain, version: profiled ? plain.version + 1 : plain.version };
        }
      });
    });

    describe('tokens', () => {
      let api: Api;
      const someToken = (values: Partial<NewResourceToken> = {}): NewResourceToken => ({
        id: newId(),
        tokenHash: Buffer.from(newId()),
        apiId: api.id,
        applicationId: application.id,
        apiKey: application.platforms[0]?.apiKey ?? '',
        scope: ['billing.read'],
        grantId: undefined,
        dpopJkt: undefined,
        createdAt: NOW,
        expiresAt: NOW + 300_000,
        ...values,
      });
      const change = async (values: Partial<Application>) => {
        const next = { ...application, ...values, version: application.version + 1 };
        expect(await database.stores.applications.replace(next, application.version)).toBe(true);
        application = next;
      };
      const give = async (...scopes: string[]) => {
        const next = { ...api, machineAccess: scopes.length > 0 ? access(...scopes) : [], version: api.version + 1 };
        expect(await apis().replace(next, api.version)).toEqual({ kind: 'stored' });
        api = next;
      };
      const isStored = async (values?: Partial<NewResourceToken>) => apis().insertToken(someToken(values));

      beforeEach(async () => {
        api = await stored({ machineAccess: access('billing.read', 'billing.write') });
      });

      it('are born only of what stands', async () => {
        expect(await isStored()).toBe(true);
        expect(await isStored({ scope: ['billing.read', 'billing.write'] })).toBe(true);
        expect(await isStored({ apiKey: newId() })).toBe(false);
        expect(await isStored({ applicationId: newId() })).toBe(false);
        expect(await isStored({ apiId: newId() })).toBe(false);
        await give('billing.read');
        expect(await isStored({ scope: ['billing.read', 'billing.write'] })).toBe(false);
        await change({ loginActivation: false });
        expect(await isStored()).toBe(false);
      });

      it('are found with what they are for, and name only the scopes that the application still has', async () => {
        const token = someToken({ scope: ['billing.write', 'billing.read'], dpopJkt: 'thumbprint' });
        await apis().insertToken(token);
        const given = ['billing.write', 'billing.read'];
        expect(await apis().findToken(token.id)).toEqual({
          ...token,
          given,
          resource: api.resource,
          person: undefined,
        });
        await give('billing.read');
        expect((await apis().findToken(token.id))?.given).toEqual(['billing.read']);
        await give();
        expect((await apis().findToken(token.id))?.given).toEqual([]);
      });

      it.each([
        ['login activation goes OFF', () => change({ loginActivation: false })],
        ['the API key goes', () => change({ platforms: [] })],
        ['the application goes', () => database.stores.applications.remove(application.id)],
        ['the API goes', () => apis().remove(api.id, api.version, undefined, NOW)],
      ])('are not found once %s', async (_, end) => {
        const token = someToken();
        await apis().insertToken(token);
        await end();
        expect(await apis().findToken(token.id)).toBeUndefined();
      });

      it('end, twice too, and are purged once they have expired', async () => {
        const [ended, old, live] = [someToken(), someToken({ expiresAt: NOW }), someToken({ expiresAt: NOW + 1 })];
        for (const token of [ended, old, live]) await apis().insertToken(token);
        await apis().removeToken(ended.id, NOW);
        await apis().removeToken(ended.id, NOW);
        await database.stores.expired.purge(NOW, 100, 1);
        const found = await Promise.all([ended, old, live].map(({ id }) => apis().findToken(id)));
        expect(found.map((token) => token?.id)).toEqual([undefined, undefined, live.id]);
      });
    });
  });
}
