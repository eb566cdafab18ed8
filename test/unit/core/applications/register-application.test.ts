// Registering, finding, listing and removing applications as core decides it (contract 3).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApplicationDraft } from '../../../../src/core/applications/applications/application-draft.ts';
import { joinFaults } from '../../../../src/core/applications/applications/application-faults.ts';
import {
  findApplication,
  type PersonalCaller,
} from '../../../../src/core/applications/applications/find-application.ts';
import { listApplications } from '../../../../src/core/applications/applications/list-applications.ts';
import { registerApplication } from '../../../../src/core/applications/applications/register-application.ts';
import { removeApplication } from '../../../../src/core/applications/applications/remove-application.ts';
import { NOW } from '../given.ts';
import { givenDatabase } from './given-database.ts';

let given: Awaited<ReturnType<typeof givenDatabase>>;
let owner: PersonalCaller;
let other: PersonalCaller;
let operator: PersonalCaller;

beforeAll(async () => {
  given = await givenDatabase();
  owner = await given.caller('owner', 'owner');
  other = await given.caller('owner', 'other');
  operator = await given.caller('operator', 'operator');
});
afterAll(() => given.close());

const draft: ApplicationDraft = {
  name: 'Acme Shop',
  platforms: [{ platform: 'Web', siteDomains: ['https://shop.example'] }, { platform: 'Android' }],
  redirectUris: ['https://shop.example/b', 'https://shop.example/a'],
  consentItems: [
    { item: 'email', consent: 'required' },
    { item: 'nickname', consent: 'optional', purpose: 'To greet you' },
  ],
};

async function register(caller: PersonalCaller) {
  const registration = await registerApplication(given.deps, { ownerId: caller.accountId, draft });
  if (registration.kind !== 'registered') throw new Error(registration.kind);
  return registration.application;
}

describe('contract 3: register-application', () => {
  it('stores what it returns, lists in the order sent', async () => {
    const application = await register(owner);
    expect(await given.deps.applications.find(application.id)).toEqual(application);
    expect(application.redirectUris.map(({ redirectUri }) => redirectUri)).toEqual(draft.redirectUris);
    expect(application.ownerId).toBe(owner.accountId);
    expect(application.createdAt).toBe(NOW);
  });

  it('gives every platform entry a key of 32 lower-case hexadecimal digits, by which it is found', async () => {
    const { platforms } = await register(owner);
    for (const entry of platforms) {
      expect(entry.apiKey).toMatch(/^[0-9a-f]{32}$/);
      expect((await given.deps.applications.findByApiKey(entry.apiKey))?.platform).toEqual(entry);
    }
  });

  it('refuses with all faults and stores nothing', async () => {
    const stranger = await given.caller('owner', 'refused');
    const registration = await registerApplication(given.deps, {
      ownerId: stranger.accountId,
      draft: { name: '', redirectUris: ['x'] },
    });
    expect(registration).toMatchObject({
      kind: 'refused',
      faults: [{ code: 'name-missing' }, { code: 'redirect-uri-relative' }],
    });
    const { applications } = await listApplications(given.deps, { caller: stranger, afterId: undefined, limit: 5 });
    expect(applications).toEqual([]);
  });

  it('refuses a good draft when something of the request could not be read', async () => {
    const unknown = { path: ['owner_id'], code: 'member-unknown', detail: 'Unknown member.' };
    const registration = await registerApplication(given.deps, {
      ownerId: owner.accountId,
      draft,
      readingFaults: [unknown],
    });
    expect(registration).toEqual({ kind: 'refused', faults: [unknown] });
  });
});

describe('contract 3: one list of faults', () => {
  const fault = (...path: (string | number)[]) => ({ path, code: path.join('.') || 'whole', detail: '' });

  it('a rule has nothing to say about what could not be read, or what is inside it', () => {
    const reading = [fault('platforms', 1)];
    const rules = [fault('name'), fault('platforms', 1), fault('platforms', 1, 'site_domains'), fault('platforms', 10)];
    expect(joinFaults(reading, rules).map(({ code }) => code)).toEqual(['platforms.1', 'name', 'platforms.10']);
  });

  it('nothing inside a body that is no object is judged', () => {
    expect(joinFaults([fault()], [fault('name')])).toEqual([fault()]);
  });
});

describe('contract 3, N1: who reaches an application', () => {
  it('its owner and an operator find it; another owner and a plain user do not', async () => {
    const { id } = await register(owner);
    const found = (caller: PersonalCaller) => findApplication(given.deps, { caller, id });
    expect((await found(owner))?.id).toBe(id);
    expect((await found(operator))?.id).toBe(id);
    expect(await found(other)).toBeUndefined();
    expect(await found({ ...owner, role: 'user' })).toBeUndefined();
  });

  it('another owner removes nothing', async () => {
    const { id } = await register(owner);
    expect(await removeApplication(given.deps, { caller: other, id })).toBe(false);
    expect(await given.deps.applications.find(id)).toBeDefined();
    expect(await removeApplication(given.deps, { caller: owner, id })).toBe(true);
    expect(await removeApplication(given.deps, { caller: owner, id })).toBe(false);
  });

  it('a list holds one’s own, and says whether more follow', async () => {
    const lister = await given.caller('owner', 'lister');
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await register(lister)).id);
    const first = await listApplications(given.deps, { caller: lister, afterId: undefined, limit: 2 });
    expect([first.applications.map(({ id }) => id), first.more]).toEqual([ids.slice(0, 2), true]);
    const second = await listApplications(given.deps, { caller: lister, afterId: ids[1], limit: 2 });
    expect([second.applications.map(({ id }) => id), second.more]).toEqual([ids.slice(2), false]);
  });
});
