// An application that may ask people for scopes of an API, and a person who is connected to it.
import { beforeEach, expect } from 'vitest';
import type { Api } from '../../../src/core/applications/apis/api.ts';
import type { Application } from '../../../src/core/applications/applications/application.ts';
import { someApi } from './api-store.ts';
import { givenConnection, NOW, type SignedUp } from './given.ts';
import type { useDatabase } from './use-database.ts';

export const forPeople = (name: string, values = {}) => ({
  ...{ name, label: undefined, description: undefined, translations: undefined, byDefault: false, machine: false },
  ...values,
});

/** Made anew before each test. */
export function useAskedApi(database: ReturnType<typeof useDatabase>) {
  const now = {} as { api: Api; given: SignedUp; application: Application };
  const apis = () => database.stores.apis;
  const applications = () => database.stores.applications;
  const change = async (values: Partial<Application>) => {
    const next = { ...now.application, ...values, version: now.application.version + 1 };
    expect(await applications().replace(next, now.application.version)).toBe(true);
    now.application = next;
  };
  const asked = async (...names: string[]) => {
    const askable = await apis().listAskable(names, now.application.id);
    return names.map((name) => ({
      ...(askable.find(({ item }) => item === name) ?? { ...askable[0], item: name }),
      ...{ consent: 'optional', purpose: undefined, translations: undefined, createdAt: NOW },
    })) as Application['apiScopes'];
  };

  beforeEach(async () => {
    now.given = await givenConnection(database.stores);
    now.application = { ...now.given.application };
    now.api = someApi({
      applications: [now.application.id],
      scopes: [
        forPeople('billing.read', { label: 'Read', translations: { ko: { label: '읽기' } }, byDefault: true }),
        forPeople('billing.write'),
        { ...forPeople('billing.run'), machine: true },
      ],
    });
    expect(await apis().insert(now.api, 500)).toEqual({ kind: 'created' });
  });

  return {
    now,
    apis,
    applications,
    change,
    asked,
    askFor: async (...names: string[]) => change({ apiScopes: await asked(...names) }),
    editApi: async (values: Partial<Api>) => {
      const next = { ...now.api, ...values, updatedAt: now.api.updatedAt + 1, version: now.api.version + 1 };
      expect(await apis().replace(next, now.api.version)).toEqual({ kind: 'stored' });
      now.api = next;
      now.application = (await applications().find(now.application.id)) ?? now.application;
    },
    answer: (answers: Readonly<Record<string, boolean>>) =>
      database.stores.connections.answer({
        applicationId: now.application.id,
        accountId: now.given.user.id,
        generation: now.given.connection.generation,
        answers: Object.fromEntries(
          Object.entries(answers).map(([name, agreed]) => [name, { agreed, answeredAt: NOW }]),
        ),
        now: NOW,
      }),
  };
}
