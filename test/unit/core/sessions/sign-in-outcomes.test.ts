// What a sign-in comes to (contract 22 to 25, 27): which proof is enough, whose device is trusted, and what is said of it.
import { beforeEach, describe, expect, it, test } from 'vitest';
import type { Account } from '../../../../src/core/ground/accounts/account.ts';
import type { DomainEvent } from '../../../../src/core/ground/events/domain-event.ts';
import { hashSecret } from '../../../../src/core/ground/secrets.ts';
import { AMR_PASSKEY, AMR_PASSWORD, AMR_PASSWORD_AND_CODE } from '../../../../src/core/sign-in/sessions/amr.ts';
import { endSessions } from '../../../../src/core/sign-in/sessions/end-sessions.ts';
import { readSession } from '../../../../src/core/sign-in/sessions/read-session.ts';
import {
  accountIn,
  type Proof,
  refusalIn,
  resultOf,
  type SignInOutcome,
  signIn,
} from '../../../../src/core/sign-in/sessions/sign-in.ts';
import { someAccount, someSession } from '../../../contract/stores/given.ts';
import { deleteAccount, removeFactorsOf, setAccountDisabled } from '../../../helpers/administer-accounts.ts';
import {
  givenPerson as givenAccount,
  givenCodes,
  givenPorts,
  givenSession,
  givenVisitor,
  PASSWORD,
  signInFrom,
  type TestPorts,
} from '../accounts/open-ports.ts';

const world = givenPorts();
const FROM = signInFrom();
const STEP_SECONDS = 30;

// A code that was used is never right again.
beforeEach(() => world.ports.clock.advance(STEP_SECONDS));

type More = Partial<Pick<Parameters<typeof signIn>[1], 'trust' | 'asksFactor'>>;
const enter = (proof: Proof, more: More = {}, deps: TestPorts = world.ports) =>
  signIn(deps, { proof, persistent: false, network: '', from: FROM, held: [], ...more });

const account = someAccount({ id: 'whose' });
const signedIn = { account, session: someSession(account.id), handle: '', others: [] };
const OUTCOMES: readonly [whose: string | undefined, result: string, refusal: string | undefined, SignInOutcome][] = [
  ['whose', 'verified', undefined, { kind: 'signed-in', ...signedIn }],
  ['whose', 'second-factor', undefined, { kind: 'second-factor', account }],
  ['whose', 'leaving', undefined, { kind: 'leaving', account, amr: [] }],
  ['whose', 'wrong', undefined, { kind: 'wrong-code', account, resting: false }],
  ['whose', 'wrong', 'resting', { kind: 'wrong-code', account, resting: true }],
  ['whose', 'wrong', 'counter', { kind: 'wrong-passkey', accountId: 'whose', reason: 'counter' }],
  [undefined, 'wrong', 'unknown', { kind: 'wrong-passkey', accountId: undefined, reason: 'unknown' }],
  ['whose', 'wrong', undefined, { kind: 'wrong', accountId: 'whose' }],
  [undefined, 'wrong', undefined, { kind: 'wrong', accountId: undefined }],
  [undefined, 'limited', undefined, { kind: 'limited', retryAfterSeconds: 9 }],
];

it.each(OUTCOMES)(
  'the log says of whom an outcome is (%s), and what it is: %s, %s',
  (whose, result, refusal, outcome) => {
    expect([accountIn(outcome), resultOf(outcome), refusalIn(outcome)]).toEqual([whose, result, refusal]);
  },
);

/** @returns how it went, and what was published of it */
async function attempted(proof: Proof, change: Partial<TestPorts> = {}) {
  const published: DomainEvent[] = [];
  const publish = (event: DomainEvent) => {
    published.push(event);
  };
  const { kind } = await enter(proof, {}, { ...world.ports, publish, ...change });
  return { kind, published: published.filter((event) => event.kind === 'sign-in-attempted') };
}

test('every try is published, with whose it was and how it went', async () => {
  const { id: accountId, email } = await givenAccount(world.ports);
  const [visitor, passkey] = [givenVisitor(), { response: {}, deviceId: '', from: FROM }];
  const said = { kind: 'sign-in-attempted', accountId, refusal: undefined };
  expect(await attempted({ by: 'password', email, password: PASSWORD, visitor })).toEqual({
    ...{ kind: 'signed-in', published: [{ ...said, by: 'password', result: 'verified' }] },
  });
  expect(await attempted({ by: 'password', email, password: '', visitor })).toEqual({
    ...{ kind: 'wrong', published: [{ ...said, by: 'password', result: 'wrong' }] },
  });
  expect(await attempted({ by: 'passkey', passkey } as unknown as Proof)).toEqual({
    kind: 'wrong-passkey',
    published: [{ ...said, by: 'passkey', accountId: undefined, result: 'wrong', refusal: 'malformed' }],
  });
});

/** Somebody with one-time codes. `half`: after the password. */
async function givenPerson(change: Partial<Account> = {}) {
  const { ports } = world;
  const begun = await givenSession(ports, { account: await givenAccount(ports, change) });
  const { code } = await givenCodes(ports, begun);
  const found = (await ports.accounts.find(begun.account.id)) ?? expect.fail('The account is gone.');
  ports.clock.advance(STEP_SECONDS);
  const half = () => ({
    ...{ accountId: found.id, signInEpoch: found.signInEpoch, persistent: false, provenAt: ports.clock.now() },
  });
  const byPassword = { by: 'password', email: found.email, password: PASSWORD } as const;
  return {
    account: found,
    code,
    byCode: (typed = code()): Proof => ({ by: 'code', half: half(), code: typed }),
    byPassword: (): Proof => ({ ...byPassword, visitor: givenVisitor() }),
    half,
  };
}
type Person = Awaited<ReturnType<typeof givenPerson>>;

async function amrOf(outcome: SignInOutcome): Promise<readonly string[] | undefined> {
  return outcome.kind === 'signed-in' ? (await readSession(world.ports, outcome.handle))?.session.amr : undefined;
}

describe('contract 24: who has one-time codes', () => {
  it.each<[string, (person: Person) => Proof, kind: SignInOutcome['kind'], amr?: readonly string[]]>([
    ['a password', ({ byPassword }) => byPassword(), 'second-factor'],
    ['a right code after it', ({ byCode }) => byCode(), 'signed-in', AMR_PASSWORD_AND_CODE],
    ['a wrong code after it', ({ byCode }) => byCode('000000'), 'wrong-code'],
    ['a confirmation without a code', ({ account }) => ({ by: 'confirmation', account }), 'second-factor'],
    [
      'a confirmation with a wrong code',
      ({ account }) => ({ by: 'confirmation', account, code: '000000' }),
      'wrong-code',
    ],
    [
      'a confirmation with a right code',
      ({ account, code }) => ({ by: 'confirmation', account, code: code() }),
      'signed-in',
      AMR_PASSWORD_AND_CODE,
    ],
    ['a link', ({ account }) => ({ by: 'password-link', account }), 'second-factor'],
    [
      'a link with a code',
      ({ account }) => ({ by: 'password-link', account, byCode: true }),
      'signed-in',
      AMR_PASSWORD_AND_CODE,
    ],
    [
      'a restoration, whose sign-in came before',
      ({ account }) => ({ by: 'restoration', account, amr: AMR_PASSKEY }),
      'signed-in',
      AMR_PASSKEY,
    ],
  ])('by %s', async (_, proofOf, kind, amr) => {
    const outcome = await enter(proofOf(await givenPerson()));
    expect([outcome.kind, await amrOf(outcome)]).toEqual([kind, amr]);
  });

  test('no code is looked at while they rest, and the tenth wrong one is the last', async () => {
    const { account, byCode } = await givenPerson();
    const factors = { ...world.ports.factors, countTry: async () => undefined };
    expect(await enter(byCode(), {}, { ...world.ports, factors })).toEqual({
      kind: 'wrong-code',
      account,
      resting: true,
    });
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await enter(byCode('000000'))).toEqual({ kind: 'wrong-code', account, resting: false });
    }
    expect(await enter(byCode())).toEqual({ kind: 'limited', retryAfterSeconds: expect.any(Number) });
  });

  it.each(['code', 'confirmation'] as const)('a wrong one is noted for the owner: by %s', async (by) => {
    const { account, byCode } = await givenPerson();
    const noted: string[] = [];
    const noteWrongCode = async ({ accountId }: { accountId: string }) => noted.push(accountId) > 1;
    const factors = { ...world.ports.factors, noteWrongCode };
    const proof: Proof = by === 'code' ? byCode('000000') : { by, account, code: '000000' };
    await enter(proof, {}, { ...world.ports, factors });
    expect(noted).toEqual([account.id]);
  });

  it.each<[string, (account: Account) => Promise<unknown>, SignInOutcome['kind']]>([
    ['the account was deleted', ({ email }) => deleteAccount(world.ports, email), 'wrong'],
    ['it was disabled', ({ email }) => setAccountDisabled(world.ports, email, true), 'wrong'],
    ['its sign-ins were ended', ({ id }) => endSessions(world.ports, id), 'wrong'],
  ])('the second step comes to nothing when %s', async (_, end, kind) => {
    const { account, byCode, half } = await givenPerson();
    const passkey = { response: {}, deviceId: '', from: FROM };
    const proofs = [byCode(), { by: 'passkey-after-password', half: half(), passkey } as unknown as Proof];
    await end(account);
    for (const proof of proofs) expect(await enter(proof)).toEqual({ kind, accountId: account.id });
  });

  test('a code is wrong once there are none', async () => {
    const { account, half, code } = await givenPerson();
    await removeFactorsOf(world.ports, account.email);
    const now = (await world.ports.accounts.find(account.id)) ?? account;
    const proof: Proof = { by: 'code', half: { ...half(), signInEpoch: now.signInEpoch }, code: code() };
    expect(await enter(proof)).toEqual({ kind: 'wrong-code', account: now, resting: false });
  });
});

describe('contract 24: a trusted device', () => {
  const ASKED = { trust: { tokenHashes: [], asked: true } };

  async function trustedBy(person: Person) {
    const outcome = await enter(person.byCode(), ASKED);
    const token = outcome.kind === 'signed-in' ? outcome.trustToken : undefined;
    world.ports.clock.advance(STEP_SECONDS);
    return { trust: { tokenHashes: [hashSecret(token ?? '')], asked: false } };
  }

  it.each<[string, (person: Person) => Proof, More, trusts: boolean, role?: Account['role']]>([
    ['by a code', ({ byCode }) => byCode(), ASKED, true],
    ['by a code, unasked', ({ byCode }) => byCode(), { trust: { tokenHashes: [], asked: false } }, false],
    ['by a code, from no browser', ({ byCode }) => byCode(), {}, false],
    ['by a code that an application asked for', ({ byCode }) => byCode(), { ...ASKED, asksFactor: true }, false],
    ['by a code of support', ({ byCode }) => byCode(), ASKED, false, 'support'],
    ['by a link', ({ account }) => ({ by: 'password-link', account, byCode: true }), ASKED, false],
    ['by a confirmation', ({ account, code }) => ({ by: 'confirmation', account, code: code() }), ASKED, false],
  ])('is made %s: %#', async (_, proofOf, more, trusts, role = 'user') => {
    const outcome = await enter(proofOf(await givenPerson({ role })), more);
    expect(outcome).toMatchObject({ kind: 'signed-in', trustToken: trusts ? expect.any(String) : undefined });
  });

  test('stands in for the code after a password, and for nothing that an application asks', async () => {
    const person = await givenPerson();
    const trust = await trustedBy(person);
    expect(await amrOf(await enter(person.byPassword(), trust))).toEqual(AMR_PASSWORD);
    expect((await enter(person.byPassword())).kind).toBe('second-factor');
    expect((await enter(person.byPassword(), { trust: { tokenHashes: [], asked: true } })).kind).toBe('second-factor');
    expect((await enter(person.byPassword(), { ...trust, asksFactor: true })).kind).toBe('second-factor');
    expect((await enter({ by: 'confirmation', account: person.account }, trust)).kind).toBe('second-factor');
    const other = await givenPerson();
    expect((await enter(other.byPassword(), trust)).kind).toBe('second-factor');
  });

  test('leaves the count of wrong codes, which a whole sign-in clears', async () => {
    const person = await givenPerson();
    const trust = await trustedBy(person);
    const wrong = async (times: number) => {
      const kinds = new Set<string>();
      for (let tries = 0; tries < times; tries += 1) kinds.add((await enter(person.byCode('000000'))).kind);
      return [...kinds];
    };
    expect(await wrong(8)).toEqual(['wrong-code']);
    expect((await enter(person.byCode())).kind).toBe('signed-in');
    expect(await wrong(9)).toEqual(['wrong-code']);
    expect((await enter(person.byPassword(), trust)).kind).toBe('signed-in');
    expect(await wrong(2)).toEqual(['wrong-code', 'limited']);
  });
});

it.each<[by: 'sign-up' | 'password-link', hasPassword: boolean, amr: readonly string[]]>([
  ['sign-up', true, AMR_PASSWORD],
  ['sign-up', false, AMR_PASSKEY],
  ['password-link', true, AMR_PASSWORD],
  ['password-link', false, AMR_PASSWORD],
])('contract 23: %s, with a password: %s, is a sign-in by %j', async (by, hasPassword, amr) => {
  const made = await givenAccount(world.ports, hasPassword ? {} : { passwordHash: undefined });
  expect(await amrOf(await enter({ by, account: made }))).toEqual(amr);
});
