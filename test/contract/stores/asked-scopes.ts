// The contract of PersonAccessStore, for every database: what applications may ask people for at APIs.
import { describe, expect, it } from 'vitest';
import type { Api } from '../../../src/core/apis/api.ts';
import { ScopesChanged } from '../../../src/core/apis/askable-scopes.ts';
import { newId } from '../../helpers/new-id.ts';
import { NOW } from './given.ts';
import { forPeople, useAskedApi } from './given-asked-api.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function askedScopesContract(make: MakeDatabase): void {
  describe('PersonAccessStore: scopes', () => {
    const { now, apis, applications, asked, askFor, editApi } = useAskedApi(useDatabase(make));

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
        ...{ description: undefined, texts: { ko: { label: '읽기' } }, byDefault: true, byGroups: false },
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
