// The address of a picture (contract 27, decision 61): another one for each application, and the picture is found there
// only while the application would get that address.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Application } from '../../../../src/core/applications/applications/application.ts';
import { findPictureAt, PICTURES_PATH } from '../../../../src/core/applications/connections/picture-address.ts';
import { unlink } from '../../../../src/core/grants/consent/unlink.ts';
import { readableBy } from '../../../../src/core/grants/consent/user-info-claims.ts';
import { withdrawItems } from '../../../../src/core/grants/consent/withdraw-items.ts';
import type { Account } from '../../../../src/core/ground/accounts/account.ts';
import { createServerSecrets, newSub } from '../../../../src/core/ground/secrets.ts';
import { someApplication } from '../../../contract/stores/given.ts';
import { newId } from '../../../helpers/new-id.ts';
import { givenPerson, givenPorts, givenSession } from '../accounts/open-ports.ts';

const world = givenPorts();
let person: Account;
let shop: Application;
let forum: Application;

const agree = ({ id: applicationId }: Application) => {
  const now = world.ports.clock.now();
  const answers = { profile_image: { agreed: true, answeredAt: now } };
  return world.ports.connections.agree({ applicationId, accountId: person.id, sub: newSub(), answers, now });
};
async function givenApplication(): Promise<Application> {
  const owner = await givenPerson(world.ports, { role: 'owner' });
  const application = someApplication(owner.id, {
    consentItems: [
      {
        ...{ item: 'profile_image', consent: 'optional', purpose: undefined, retention: undefined },
        ...{ translations: undefined, createdAt: world.ports.clock.now() },
      },
    ],
  });
  await world.ports.applications.insert(application, 500);
  await agree(application);
  return application;
}
async function upload(text: string): Promise<void> {
  const { session } = await givenSession(world.ports, { account: person });
  const proof = { sessionId: session.id, authenticatedSince: 0 };
  const picture = { id: newId(), image: Buffer.from(text) };
  await world.ports.pictures.put({ accountId: person.id, picture, proof, now: world.ports.clock.now() });
}
beforeEach(async () => {
  world.ports.clock.advance(1);
  person = await givenPerson(world.ports);
  [shop, forum] = [await givenApplication(), await givenApplication()];
  await upload('first');
});

/** As user information gives it; undefined: there is none. */
async function addressFor({ id }: Application): Promise<string | undefined> {
  const source = await world.ports.accounts.find(person.id);
  const listed = await world.ports.connections.listByAccount(person.id);
  const row = listed.find(({ application }) => application.id === id);
  const text = row && source && (await readableBy(world.ports, { account: source, ...row }));
  return text === undefined ? undefined : JSON.parse(text).picture;
}
const at = async (address: string | undefined) =>
  (await findPictureAt(world.ports, address?.split('/').at(-1) ?? ''))?.toString();

it('contract 27: each application has an address of its own, which stays the same', async () => {
  const [atShop, atForum] = [await addressFor(shop), await addressFor(forum)];
  expect(atShop).toMatch(new RegExp(`^${world.ports.issuer}${PICTURES_PATH}/[\\w-]{64,256}$`));
  expect(atShop).not.toBe(atForum);
  expect([await at(atShop), await at(atForum)]).toEqual(['first', 'first']);
  world.ports.clock.advance(3600);
  expect(await addressFor(shop)).toBe(atShop);
});

it('contract 27: nothing in two addresses tells that they are of one person', async () => {
  const bytes = async (application: Application) =>
    Buffer.from((await addressFor(application))?.split('/').at(-1) ?? '', 'base64url');
  const [one, other] = [await bytes(shop), await bytes(forum)];
  for (let from = 0; from + 4 <= one.length; from += 1)
    expect(other.includes(one.subarray(from, from + 4))).toBe(false);
  expect(one.includes(person.id)).toBe(false);
});

describe('contract 27: the address dies, and a later one is another', () => {
  type Act = () => Promise<unknown>;
  const withdraw = (agreed: readonly string[]) => () => {
    world.ports.clock.advance(1);
    return withdrawItems(world.ports, { accountId: person.id, applicationId: shop.id, agreed, language: 'en' });
  };
  const agreeAgain = () => {
    world.ports.clock.advance(1);
    return agree(shop);
  };
  const now = () => world.ports.clock.now();
  const CASES: [string, Act, Act?][] = [
    ['withdrawn', withdraw([]), withdraw(['profile_image'])],
    ['disconnected', () => unlink(world.ports, { applicationId: shop.id, accountId: person.id }), agreeAgain],
    [
      'disconnected with all others',
      () => world.ports.connections.unlinkAll(shop.id, now(), 'owner', newId()),
      agreeAgain,
    ],
    [
      'removed',
      () => world.ports.accounts.saveProfile(person.id, { picture: undefined }, now()),
      () => upload('second'),
    ],
    ['replaced', () => upload('second')],
    [
      'no longer asked for',
      async () => {
        const stored = (await world.ports.applications.find(shop.id)) ?? shop;
        await world.ports.applications.replace(
          { ...stored, consentItems: [], version: stored.version + 1 },
          stored.version,
        );
      },
    ],
    ['of an account that is gone', () => world.ports.accounts.remove(person.id, now())],
  ];
  it.each<[string, Act, Act?]>(CASES)('%s', async (_, end, again) => {
    const before = await addressFor(shop);
    expect(await at(before)).toBe('first');
    await end();
    expect(await at(before)).toBeUndefined();
    await again?.();
    expect(await at(before)).toBeUndefined();
    const later = await addressFor(shop);
    expect(later).not.toBe(before);
    if (again) expect(await at(later)).toMatch(/first|second/);
  });

  it('while the account is disabled or leaving, or the login is off; the same one lives again afterwards', async () => {
    const before = await addressFor(shop);
    await world.ports.accounts.setDisabled(person.id, true, now());
    expect(await at(before)).toBeUndefined();
    await world.ports.accounts.setDisabled(person.id, false, now());
    expect(await at(before)).toBe('first');
    const setLogin = async (loginActivation: boolean) => {
      const stored = (await world.ports.applications.find(shop.id)) ?? shop;
      const next = { ...stored, loginActivation, version: stored.version + 1 };
      await world.ports.applications.replace(next, stored.version);
    };
    await setLogin(false);
    expect(await at(before)).toBeUndefined();
    await setLogin(true);
    expect(await at(before)).toBe('first');
    const enabled = (await world.ports.accounts.find(person.id)) ?? person;
    const { session } = await givenSession(world.ports, { account: enabled });
    const proof = { sessionId: session.id, authenticatedSince: 0 };
    await world.ports.leaving.leave({ accountId: person.id, until: now() + 1e9, proof, mail: undefined, now: now() });
    expect(await at(before)).toBeUndefined();
  });
});

it('decision 61: an address that nobody gave out is none, whatever it is made of', async () => {
  const address = (await addressFor(shop))?.split('/').at(-1) ?? '';
  const other = createServerSecrets(Buffer.alloc(32, 9)).sealAlike(
    'picture',
    Buffer.from(`${shop.id} ${person.id} 1 1 x`),
  );
  const forged = [
    ...[
      '',
      'x',
      'x'.repeat(64),
      'x'.repeat(5000),
      `${address}A`,
      address.slice(0, -8),
      `${address.startsWith('A') ? 'B' : 'A'}${address.slice(1)}`,
    ],
    ...[other.toString('base64url'), address.replace(/.$/, '='), `${address}%00`],
  ];
  for (const one of forged) expect(await findPictureAt(world.ports, one), one.slice(0, 80)).toBeUndefined();
});

it('decision 61: a picture from an import is the same address for every application, as before', async () => {
  await world.ports.accounts.saveProfile(person.id, { picture: 'https://a.example/p.png' }, world.ports.clock.now());
  expect([await addressFor(shop), await addressFor(forum)]).toEqual(Array(2).fill('https://a.example/p.png'));
});
