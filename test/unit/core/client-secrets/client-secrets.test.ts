// Making, finding and removing client secrets as core decides it (contract 3 and 5).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PersonalCaller } from '../../../../src/core/applications/applications/find-application.ts';
import { registerApplication } from '../../../../src/core/applications/applications/register-application.ts';
import { createClientSecret } from '../../../../src/core/applications/client-secrets/create-client-secret.ts';
import {
  findClientSecret,
  findClientSecrets,
} from '../../../../src/core/applications/client-secrets/find-client-secrets.ts';
import {
  removeAllClientSecrets,
  removeClientSecret,
} from '../../../../src/core/applications/client-secrets/remove-client-secrets.ts';
import { hashSecret } from '../../../../src/core/ground/secrets.ts';
import { givenDatabase } from '../applications/given-database.ts';
import { NOW } from '../given.ts';

let given: Awaited<ReturnType<typeof givenDatabase>>;
let owner: PersonalCaller;
let other: PersonalCaller;
let applicationId: string;

beforeAll(async () => {
  given = await givenDatabase();
  owner = await given.caller('owner', 'owner');
  other = await given.caller('owner', 'other');
});
afterAll(() => given.close());
beforeEach(async () => {
  given.clock.at = NOW;
  applicationId = await register('Web');
});

async function register(platform: string): Promise<string> {
  const siteDomains = platform === 'Web' ? ['https://shop.example'] : undefined;
  const registration = await registerApplication(given.deps, {
    ownerId: owner.accountId,
    draft: { name: 'Acme', platforms: [{ platform, siteDomains }] },
  });
  if (registration.kind !== 'registered') throw new Error(registration.kind);
  return registration.application.id;
}

const create = (expiresAt?: number, caller = owner, id = applicationId) =>
  createClientSecret(given.deps, { caller, applicationId: id, expiresAt });

async function created() {
  const creation = await create();
  if (creation.kind !== 'created') throw new Error(creation.kind);
  return creation;
}

describe('contract 3: create-client-secret', () => {
  it('returns the secret once and stores its hash', async () => {
    const { secret, clientSecret } = await created();
    expect(secret).toMatch(/^lk_cs_[A-Za-z0-9_-]{43}$/);
    expect(clientSecret.secretHash).toEqual(hashSecret(secret));
    expect(await given.deps.clientSecrets.list(applicationId)).toEqual([clientSecret]);
  });

  it('refuses an expiry that is not in the future', async () => {
    expect(await create(NOW)).toMatchObject({
      kind: 'refused',
      faults: [{ path: ['expires_at'], code: 'expires-at-past' }],
    });
    expect((await create(NOW + 1)).kind).toBe('created');
  });

  it('refuses a third live one, and allows it when one has expired', async () => {
    await create(NOW + 1000);
    await create();
    expect((await create()).kind).toBe('too-many');
    given.clock.at = NOW + 1000;
    expect((await create()).kind).toBe('created');
  });

  it('refuses where there is no Web entry', async () => {
    expect((await create(undefined, owner, await register('Android'))).kind).toBe('no-web-entry');
  });

  it('N1: another owner’s application does not exist, whatever else is wrong', async () => {
    expect((await create(NOW - 1, other)).kind).toBe('no-application');
    expect((await create(undefined, other)).kind).toBe('no-application');
    expect(await given.deps.clientSecrets.list(applicationId)).toEqual([]);
  });
});

describe('contract 3, N1: reading and removing client secrets', () => {
  it('the owner finds them, another owner does not', async () => {
    const { clientSecret } = await created();
    const input = { caller: owner, applicationId, id: clientSecret.id };
    expect(await findClientSecrets(given.deps, input)).toEqual([clientSecret]);
    expect(await findClientSecret(given.deps, input)).toEqual(clientSecret);
    expect(await findClientSecrets(given.deps, { ...input, caller: other })).toBeUndefined();
    expect(await findClientSecret(given.deps, { ...input, caller: other })).toBeUndefined();
  });

  it('the owner removes one, another owner does not', async () => {
    const { clientSecret } = await created();
    const input = { caller: owner, applicationId, id: clientSecret.id };
    expect(await removeClientSecret(given.deps, { ...input, caller: other })).toBe(false);
    expect(await removeClientSecret(given.deps, { ...input, applicationId: await register('Web') })).toBe(false);
    expect(await removeClientSecret(given.deps, input)).toBe(true);
    expect(await removeClientSecret(given.deps, input)).toBe(false);
  });

  it('the owner removes all, another owner none', async () => {
    await created();
    await created();
    expect(await removeAllClientSecrets(given.deps, { caller: other, applicationId })).toBe(false);
    expect(await given.deps.clientSecrets.list(applicationId)).toHaveLength(2);
    expect(await removeAllClientSecrets(given.deps, { caller: owner, applicationId })).toBe(true);
    expect(await given.deps.clientSecrets.list(applicationId)).toEqual([]);
  });
});
