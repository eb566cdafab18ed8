// The page says what an application can read: what user information answers at that moment, byte for byte (contract 27),
// after any history of items, grants and withdrawals.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUnused } from '../../../../src/core/grants/consent/unused.ts';
import { readableBy, userInfoText } from '../../../../src/core/grants/consent/user-info-claims.ts';
import { withdrawItems } from '../../../../src/core/grants/consent/withdraw-items.ts';
import { readUserInfo } from '../../../../src/core/grants/tokens/read-user-info.ts';
import { makeTokenPair } from '../../../../src/core/grants/tokens/token-format.ts';
import type { Profile } from '../../../../src/core/ground/accounts/account.ts';
import { CONSENT_ITEMS, type ConsentItemName } from '../../../../src/core/ground/consent-items.ts';
import { newSub } from '../../../../src/core/ground/secrets.ts';
import { pictureName } from '../../../../src/core/people/pictures/picture.ts';
import {
  redemption,
  SEED,
  someAccessToken,
  someAccount,
  someApplication,
  someGrant,
} from '../../../contract/stores/given.ts';
import { newId } from '../../../helpers/new-id.ts';
import { openTestPorts, type TestPorts } from '../accounts/open-ports.ts';

let ports: TestPorts;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ ports, close } = await openTestPorts());
});
afterAll(() => close());

const PROFILE: Profile = {
  nickname: '미나 "M" \u2028',
  picture: 'https://a.example/p.png',
  name: 'Mina Kim',
  given_name: 'Mina',
  gender: 'female',
  birthdate: '1990-02-03',
  website: 'https://mina.example',
  locale: 'ko-KR',
  zoneinfo: 'Asia/Seoul',
  phone_number: '+82101234567',
  address: { street_address: '1 Main St\n2', country: 'KR' },
};

const history = fc.record({
  registered: fc.shuffledSubarray([...CONSENT_ITEMS], { minLength: 1 }),
  required: fc.subarray([...CONSENT_ITEMS]),
  declined: fc.subarray([...CONSENT_ITEMS]),
  values: fc.subarray(Object.keys(PROFILE)),
  verified: fc.boolean(),
  withhold: fc.boolean(),
  /** The picture is one that was uploaded. */
  uploaded: fc.boolean(),
  /** The items of each token that was issued, in any order. */
  grants: fc.array(fc.shuffledSubarray([...CONSENT_ITEMS]), { maxLength: 3 }),
  /** What stays ticked, each time the person changes it. */
  changes: fc.array(fc.subarray([...CONSENT_ITEMS]), { maxLength: 3 }),
});
type History = typeof history extends fc.Arbitrary<infer Of> ? Of : never;

async function live(past: History) {
  const rules = { ...ports.rules, withholdUnverifiedEmail: past.withhold };
  const now = ports.clock.now();
  const whole = past.uploaded ? { ...PROFILE, picture: pictureName('a1') } : PROFILE;
  const profile = Object.fromEntries(Object.entries(whole).filter(([name]) => past.values.includes(name)));
  const owner = someAccount({ role: 'owner' });
  const user = someAccount({ emailVerified: past.verified, profile });
  for (const account of [owner, user]) await ports.accounts.insert(account);
  const isRequired = (item: ConsentItemName) => past.required.includes(item);
  const application = someApplication(owner.id, {
    consentItems: past.registered.map((item) => ({
      item,
      consent: isRequired(item) ? 'required' : 'optional',
      purpose: undefined,
      retention: undefined,
      translations: undefined,
      createdAt: now,
    })),
  });
  await ports.applications.insert(application, 500);
  const ids = { applicationId: application.id, accountId: user.id };
  const answers = Object.fromEntries(
    past.registered.map((item) => [
      item,
      { agreed: isRequired(item) || !past.declined.includes(item), answeredAt: now },
    ]),
  );
  const { generation } = await ports.connections.agree({ ...ids, sub: newSub(), answers, now });
  const issue = async (items: readonly ConsentItemName[]): Promise<string> => {
    const grant = someGrant({
      ...ids,
      items,
      apiKey: application.platforms[0]?.apiKey ?? '',
      connectionGeneration: generation,
      familySeed: SEED,
      codeExpiresAt: now + 60_000,
    });
    const family = { id: grant.id, familySeed: SEED, familySeedFrom: 0 };
    const id = newId();
    const pair = makeTokenPair(ports.secrets, { family, generation: 1, accessTokenId: id });
    const token = someAccessToken(grant.id, { id, tokenHash: pair.accessTokenHash, items, expiresAt: now + 60_000 });
    await ports.codes.issue(grant);
    await ports.codes.redeem({ ...redemption(grant.id, token), now });
    return pair.accessToken;
  };
  const all = await issue(past.registered);
  const others = await Promise.all(past.grants.map(issue));
  for (const agreed of past.changes) await withdrawItems(ports, { ...ids, agreed, language: 'en' });

  const answerTo = async (token: string) =>
    userInfoText((await readUserInfo({ ...ports, rules }, { token, proof: undefined })).claims);
  const pageOf = async () => {
    const [row] = await ports.connections.listByAccount(user.id);
    const account = await ports.accounts.find(user.id);
    if (!row || !account) throw new Error('Nobody is connected');
    return readableBy({ ...ports, rules }, { account, ...row });
  };
  return { application, whole: all, others, answerTo, pageOf };
}

test('contract 27: the page says what user information answers, byte for byte; other tokens get no more', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (past) => {
      const { whole, others, answerTo, pageOf } = await live(past);
      const page = await pageOf();
      expect(page).toBe(await answerTo(whole));
      for (const token of others) {
        const { name, ...claims } = JSON.parse(await answerTo(token));
        const shown = JSON.parse(page ?? '{}');
        expect(shown).toMatchObject(claims);
        // It stands in for a nickname where the item `name` was not granted (contract 3).
        expect([undefined, shown.name, shown.nickname]).toContain(name);
      }
    }),
    { numRuns: 60 },
  );
});

test('contract 27: where the login is off, the application gets nothing', async () => {
  const past: History = {
    ...{ registered: ['nickname', 'email'], required: [], declined: [], values: ['nickname'] },
    ...{ verified: true, uploaded: false, withhold: true, grants: [], changes: [] },
  };
  const { application, whole, answerTo, pageOf } = await live(past);
  expect(await pageOf()).toContain('"email_verified":true');
  const stored = await ports.applications.find(application.id);
  if (!stored) throw new Error('The application is gone');
  await ports.applications.replace({ ...stored, loginActivation: false, version: stored.version + 1 }, stored.version);
  expect(await pageOf()).toBeUndefined();
  await expect(answerTo(whole)).rejects.toThrow();
});

test('contract 27: unused for a year counts from the last use, or from the connection', () => {
  const year = 365 * 86_400_000;
  expect(isUnused({ createdAt: 0, lastUsedAt: undefined }, year)).toBe(true);
  expect(isUnused({ createdAt: 0, lastUsedAt: undefined }, year - 1)).toBe(false);
  expect(isUnused({ createdAt: 0, lastUsedAt: 1 }, year)).toBe(false);
  expect(isUnused({ createdAt: 0, lastUsedAt: 1 }, year + 1)).toBe(true);
});
