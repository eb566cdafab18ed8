// The contract of PersonAccessStore, for every database: what applications may ask people for at APIs.
import { describe, expect, it } from 'vitest';
import type { Api } from '../../../src/core/applications/apis/api.ts';
import { ScopesChanged } from '../../../src/core/applications/apis/askable-scopes.ts';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import { newId } from '../../helpers/new-id.ts';
import { NOW } from './given.ts';
import { forPeople, useAskedApi } from './given-asked-api.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function askedScopesContract(make: MakeDatabase): void {
  describe('PersonAccessStore: scopes', () => {
    const { now, apis, applications, asked, askFor, change, editApi } = useAskedApi(useDatabase(make));

    it('contract 45: an application asks for scopes of APIs that name it, and for none of programs', async () => {
      const names = ['billing.read', 'billing.run', 'nothing'];
      const read = {
        ...{
          item: 'billing.read',
          apiId: now.api.id,
          resource: now.api.resource,
          apiName: now.api.name,
          label: 'Read',
        },
        ...{
          description: undefined,
          texts: { ko: { label: '읽기' } },
          byDefault: true,
          byGroups: false,
          accessTokenAlg: 'ES256',
        },
      };
      expect(await apis().listAskable(names, now.application.id)).toEqual([read]);
      expect(await apis().listAskable(names, newId())).toEqual([]);
      expect(await apis().listAskable(names, undefined)).toEqual([]);
      await editApi({ applications: 'any' });
      expect((await apis().listAskable(names, undefined)).map(({ item }) => item)).toEqual(['billing.read']);
      expect((await apis().listAllAskable(newId())).map(({ item }) => item)).toEqual(['billing.read', 'billing.write']);
    });

    it('an application is found with its scopes as operators describe them, whatever they change', async () => {
      await askFor('billing.write', 'billing.read');
      expect(await applications().find(now.application.id)).toEqual(now.application);
      await editApi({
        name: 'Bills',
        scopes: [forPeople('billing.write', { label: 'Write' }), forPeople('billing.new')],
      });
      expect(now.application.apiScopes).toMatchObject([{ item: 'billing.write', apiName: 'Bills', label: 'Write' }]);
    });

    it.each<[what: string, edit: () => Partial<Api>]>([
      ['the API names it no more', () => ({ applications: [] })],
      ['the scope is for programs', () => ({ scopes: [{ ...forPeople('billing.read'), machine: true }] })],
      ['the scope goes', () => ({ scopes: [] })],
    ])('an application asks for a scope no more once %s, and cannot again', async (_, edit) => {
      await askFor('billing.read');
      const apiScopes = await asked('billing.read');
      await editApi(edit());
      expect(now.application.apiScopes).toEqual([]);
      const next = { ...now.application, apiScopes, version: now.application.version + 1 };
      await expect(applications().replace(next, now.application.version)).rejects.toThrow(ScopesChanged);
    });

    describe('contract 44: an application with FAPI 2.0 asks for no scope of an API that signs with RS256', () => {
      const STRICT = { securityProfile: 'FAPI 2.0' } as const;
      const toRs256 = (values: Partial<Api> = {}) =>
        apis().replace(
          { ...now.api, accessTokenAlg: 'RS256', ...values, version: now.api.version + 1 },
          now.api.version,
        );
      const refused = () => ({ kind: 'application-strict', applications: [now.application.id] });
      const replace = (values: Partial<Application>) =>
        applications().replace(
          { ...now.application, ...values, version: now.application.version + 1 },
          now.application.version,
        );

      it('while it asks for one, its API does not turn to it, and does once it asks no more', async () => {
        await askFor('billing.write');
        await change(STRICT);
        expect(await toRs256()).toEqual(refused());
        expect(await apis().find(now.api.id)).toEqual(now.api);
        await editApi({ applications: 'any' });
        expect(await toRs256()).toEqual(refused());
        expect(await toRs256({ scopes: [forPeople('billing.read')] })).toEqual({ kind: 'stored' });
      });

      it('once it signs so, nobody with the profile begins to ask, and nobody who asks turns to the profile', async () => {
        await editApi({ accessTokenAlg: 'RS256' });
        const apiScopes = await asked('billing.read');
        await expect(replace({ ...STRICT, apiScopes })).rejects.toThrow(ScopesChanged);
        await change({ apiScopes });
        await expect(replace(STRICT)).rejects.toThrow(ScopesChanged);
        expect(await applications().find(now.application.id)).toEqual(now.application);
        await change({ ...STRICT, apiScopes: [] });
        await editApi({ applications: [] });
      });

      it('nor is one registered so', async () => {
        await editApi({ accessTokenAlg: 'RS256', applications: 'any' });
        const apiScopes = await asked('billing.read');
        const next = { ...now.given.application, ...STRICT, id: newId(), platforms: [], redirectUris: [], apiScopes };
        await expect(applications().insert(next, 500)).rejects.toThrow(ScopesChanged);
      });

      it('of both at once, one is stored', async () => {
        for (let round = 0; round < 5; round += 1) {
          const apiScopes = await asked('billing.read');
          const [turned, begun] = await Promise.all([
            toRs256(),
            replace({ ...STRICT, apiScopes }).catch((error: unknown) => error instanceof ScopesChanged && 'refused'),
          ]);
          expect([
            ['stored', 'refused'],
            ['application-strict', true],
            ['stale', true],
          ]).toContainEqual([turned.kind, begun]);
          now.application = (await applications().find(now.application.id)) ?? now.application;
          now.api = (await apis().find(now.api.id)) ?? now.api;
          await change({ securityProfile: undefined, apiScopes: [] });
          await editApi({ accessTokenAlg: 'ES256' });
        }
      });
    });

    it('an API that goes takes its scopes from applications', async () => {
      await askFor('billing.read');
      expect(await apis().remove(now.api.id, now.api.version, undefined, NOW)).toBe('removed');
      expect((await applications().find(now.application.id))?.apiScopes).toEqual([]);
    });

    it('an API names applications and groups that there are', async () => {
      const next = { ...now.api, version: 2 };
      expect(await apis().replace({ ...next, applications: [newId()] }, 1)).toEqual({
        ...{ kind: 'application-unknown', member: 'applications' },
      });
      expect(await apis().replace({ ...next, groups: ['none'] }, 1)).toEqual({
        kind: 'group-unknown',
        member: 'groups',
      });
    });

    it('an API knows an account by one sub ever after, whoever asks first', async () => {
      const subject = { apiId: now.api.id, accountId: now.given.user.id };
      const met = await Promise.all(['one', 'two', 'three'].map((sub) => apis().meetSubject({ ...subject, sub })));
      expect(new Set(met).size).toBe(1);
      expect(await apis().meetSubject({ ...subject, sub: 'four' })).toBe(met[0]);
      expect(await apis().meetSubject({ ...subject, accountId: newId(), sub: 'five' })).toBeUndefined();
    });
  });
}
