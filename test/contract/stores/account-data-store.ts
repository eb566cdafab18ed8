// The contract of AccountDataStore, for every database.
import { describe, expect, it } from 'vitest';
import { ACCOUNT_PARTS } from '../../../src/store/account-parts.ts';
import { newId } from '../../helpers/new-id.ts';
import { someApi } from './api-store.ts';
import { givenConnection, NOW, someApiToken, someSession } from './given.ts';
import { type MakeDatabase, useDatabase } from './use-database.ts';

export function accountDataStoreContract(make: MakeDatabase): void {
  describe('AccountDataStore', () => {
    const database = useDatabase(make);

    const given = async () => {
      const { stores } = database;
      const signedUp = await givenConnection(stores, ['nickname'], { profile: { nickname: '미나', name: 'Mina' } });
      const { user, application } = signedUp;
      const session = someSession(user.id, { userAgent: 'Mozilla "5"', network: '192.0.2.0/24' });
      await stores.sessions.start(session, undefined);
      const proof = { sessionId: session.id, authenticatedSince: 0 };
      await stores.agreements.answer({
        ...{ accountId: user.id, withdrawn: [], now: NOW, proof },
        agreed: [{ id: 'terms', version: '1' }],
      });
      await stores.agreements.answer({ accountId: user.id, agreed: [], withdrawn: ['terms'], now: NOW + 1, proof });
      await stores.apiTokens.insert(someApiToken(user.id, { name: 'laptop' }), 50);
      await stores.connections.unlink(application.id, user.id, NOW + 2, 'person');
      return signedUp;
    };

    it('contract 27: has what is kept of the account, also what was withdrawn and has ended, as JSON and booleans', async () => {
      const { user, application, connection } = await given();
      const { account, sessions, documents, api_tokens, connections, ...others } =
        await database.stores.accountData.read(user.id);
      expect(account).toEqual([
        expect.objectContaining({
          email: user.email,
          emailVerified: true,
          profile: { nickname: '미나', name: 'Mina' },
        }),
      ]);
      expect(account?.[0]).not.toHaveProperty('passwordHash');
      expect(sessions).toMatchObject([{ userAgent: 'Mozilla "5"', network: '192.0.2.0/24', amr: ['pwd'] }]);
      expect(documents).toEqual([{ documentId: 'terms', documentVersion: '1', agreedAt: NOW, withdrawnAt: NOW + 1 }]);
      expect(api_tokens).toMatchObject([{ name: 'laptop' }]);
      expect(connections).toMatchObject([
        { applicationName: application.name, sub: connection.sub, endedBy: 'person', endedAt: NOW + 2 },
      ]);
      expect(Object.keys(others)).toHaveLength(ACCOUNT_PARTS.length - 5);
    });

    it('contract 27, 45: names the APIs that know the person, and as whom', async () => {
      const { user } = await given();
      const api = someApi({ scopes: [] });
      await database.stores.apis.insert(api, 500);
      await database.stores.apis.meetSubject({ apiId: api.id, accountId: user.id, sub: 'at the API' });
      expect((await database.stores.accountData.read(user.id)).api_subjects).toEqual([
        { apiId: api.id, sub: 'at the API', apiName: api.name },
      ]);
    });

    it('contract 27: has nothing of anybody else, and nothing at all of nobody', async () => {
      const { owner } = await given();
      const { account, applications, ...others } = await database.stores.accountData.read(owner.id);
      expect(account).toMatchObject([{ email: owner.email }]);
      expect(applications).toHaveLength(1);
      expect(Object.values(others).flat()).toEqual([]);
      expect(Object.values(await database.stores.accountData.read(newId())).flat()).toEqual([]);
    });
  });
}
