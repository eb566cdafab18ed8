// When a client secret stops proving its application (contract 5, "Client authentication"), to the millisecond.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registerApplication } from '../../../../src/core/applications/applications/register-application.ts';
import { authenticateClient } from '../../../../src/core/applications/client-secrets/authenticate-client.ts';
import { createClientSecret } from '../../../../src/core/applications/client-secrets/create-client-secret.ts';
import { createJwtCrypto } from '../../../../src/outside/jwt-crypto.ts';
import { givenDatabase } from '../applications/given-database.ts';
import { NOW } from '../given.ts';

const MINUTE = 60_000;

let given: Awaited<ReturnType<typeof givenDatabase>>;
let apiKey: string;
let secret: string;

beforeAll(async () => {
  given = await givenDatabase();
  const caller = await given.caller('owner', 'owner');
  const registration = await registerApplication(given.deps, {
    ownerId: caller.accountId,
    draft: { name: 'Acme', platforms: [{ platform: 'Web', siteDomains: ['https://shop.example'] }] },
  });
  if (registration.kind !== 'registered') throw new Error(registration.kind);
  const { id, platforms } = registration.application;
  apiKey = platforms[0]?.apiKey ?? '';
  const made = await createClientSecret(given.deps, { caller, applicationId: id, expiresAt: NOW + MINUTE });
  if (made.kind !== 'created') throw new Error(made.kind);
  secret = made.secret;
});
afterAll(() => given.close());
beforeEach(() => {
  given.clock.at = NOW;
});

const authenticate = () => {
  const keySet = { find: async () => ({ keys: [], trouble: 'none' }) };
  const noKeys = { jwtCrypto: createJwtCrypto(), keySets: { registered: keySet, document: keySet } };
  return authenticateClient({ publish: () => undefined, ...noKeys, ...given.deps }, { apiKey, secret });
};

describe('contract 5: a client secret that expires', () => {
  it('proves the application up to the last millisecond', async () => {
    given.clock.at = NOW + MINUTE - 1;
    expect(await authenticate()).toMatchObject({ isProven: true });
  });

  it.each([0, 1, MINUTE])('proves nothing from its expiry on, %i ms later', async (later) => {
    given.clock.at = NOW + MINUTE + later;
    await expect(authenticate()).rejects.toMatchObject({ code: 'invalid_client', refusal: 'client-secret-wrong' });
  });
});
