// Codes as people type them (contract 24): what an input method makes of digits, hyphens and spaces is the same code,
// wherever one is asked for, and is not counted as a wrong one.
import { Secret, TOTP } from 'otpauth';
import { describe, expect, test, vi } from 'vitest';
import type { Account } from '../../../../src/core/ground/accounts/account.ts';
import { hashSecret } from '../../../../src/core/ground/secrets.ts';
import { foldTypedCode } from '../../../../src/core/ground/typed-code.ts';
import { readCode } from '../../../../src/core/people/verification/email-proof.ts';
import { checkCode, clearTries } from '../../../../src/core/sign-in/factors/check-code.ts';
import { beginEnrolment, enrolCodes } from '../../../../src/core/sign-in/factors/enrol-codes.ts';
import { hashRecoveryCode, readRecoveryCode } from '../../../../src/core/sign-in/factors/recovery-code.ts';
import { givenPerson, givenPorts, givenSession, signInFrom } from '../accounts/open-ports.ts';

const world = givenPorts();
const FROM = signInFrom({ userAgent: 'Browser' });
const STEP_SECONDS = 30;

/** As the input methods of Korean, Japanese and Chinese desktops write it. */
const fullWidth = (text: string) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));

describe('contract 24: a typed code', () => {
  test.each([
    ['as it is', '123456', '123456'],
    ['in full-width digits', '１２３４５６', '123456'],
    ['in groups', ' 123 456 ', '123456'],
    ['with an ideographic space', '123　456', '123456'],
    ['with a hyphen, a full-width one and a long-vowel mark', '12-34－5ー6', '123456'],
    ['with dashes of a phone', '12–34—5−6', '123456'],
    ['with marks that have no width', '\u200b123\u2060456\ufeff', '123456'],
    ['in full-width letters', 'ＡＢｃ', 'ABc'],
    ['of other signs, which stay', '12.34', '12.34'],
  ])('%s', (_what, typed, folded) => {
    expect(foldTypedCode(typed)).toBe(folded);
  });

  test('is read alike as a mailed code and as a recovery code', () => {
    expect(readCode(fullWidth('1234-5678'))).toBe('12345678');
    for (const recovery of ['01234-mnpqz', '0123-4567-89ab-cdef-ghjk-mnpq']) {
      expect(readRecoveryCode(fullWidth(recovery.toUpperCase()))).toBe(recovery.replaceAll('-', ''));
    }
    expect(readRecoveryCode('oiL34 MNPQZ')).toBe('01134mnpqz');
    expect(['123456', '01234-mnpq', '01234-mnpqu'].map(readRecoveryCode)).toEqual([undefined, undefined, undefined]);
  });
});

async function givenCodes() {
  const { ports } = world;
  const signedIn = await givenSession(ports, { account: await givenPerson(ports) });
  const enrolment = beginEnrolment(ports, signedIn);
  const secret = Secret.fromBase32(enrolment.secretText.replaceAll(' ', ''));
  const code = () => fullWidth(new TOTP({ secret }).generate({ timestamp: ports.clock.now() }));
  const enrolled = await enrolCodes(ports, { signedIn, sealed: enrolment.sealed, code: code(), from: FROM });
  if (enrolled.kind !== 'enrolled') throw new Error(enrolled.kind);
  // As it stands with codes.
  const account = await ports.accounts.find(signedIn.account.id);
  if (!account) throw new Error('The account is gone.');
  return { account, code, recoveryCodes: enrolled.recoveryCodes };
}

describe('contract 24: ten wrong codes of whoever knows the password', () => {
  const typing = (code: string, deviceId: string, account: Account, knows = false) =>
    checkCode(world.ports, {
      ...{ account, code, provenAt: world.ports.clock.now(), afterPassword: true },
      from: signInFrom({ deviceId, knowsAccount: () => knows }),
    });
  const wrong = async (account: Account, deviceId: string, knows = false, times = 10) => {
    const kinds = new Set<string>();
    for (let index = 0; index < times; index += 1) {
      kinds.add((await typing('000000', deviceId, account, knows)).kind);
    }
    return [...kinds];
  };

  test('keep nobody out on a device that the account knows, which has ten of its own', async () => {
    const { account, code, recoveryCodes } = await givenCodes();
    expect(await wrong(account, 'thief')).toEqual(['wrong']);
    expect(await typing(recoveryCodes[0] ?? '', 'other', account)).toMatchObject({ kind: 'limited' });
    expect(await typing(recoveryCodes[1] ?? '', 'own', account, true)).toMatchObject({ kind: 'right' });
    expect(await wrong(account, 'own', true, 9)).toEqual(['wrong']);
    world.ports.clock.advance(STEP_SECONDS);
    expect(await typing(code(), 'own', account, true)).toMatchObject({ kind: 'limited' });
    expect(await typing(code(), 'another of their own', account, true)).toMatchObject({ kind: 'right' });
  });

  test('are cleared by a whole sign-in where they were typed, and nowhere else', async () => {
    const { account, recoveryCodes } = await givenCodes();
    await wrong(account, 'thief');
    await wrong(account, 'own', true);
    await clearTries(world.ports, { account, from: signInFrom({ deviceId: 'own', knowsAccount: () => true }) });
    expect(await typing(recoveryCodes[0] ?? '', 'other', account)).toMatchObject({ kind: 'limited' });
    expect(await typing(recoveryCodes[0] ?? '', 'own', account, true)).toMatchObject({ kind: 'right' });
    await clearTries(world.ports, { account, from: signInFrom() });
    expect(await typing(recoveryCodes[1] ?? '', 'other', account)).toMatchObject({ kind: 'right' });
  });

  test('and a hundred in a row bind unknown devices alone; those of known ones do not count', async () => {
    const { account, code } = await givenCodes();
    const { ports } = world;
    await wrong(account, 'own', true);
    expect(await ports.factors.find(account.id)).toMatchObject({ triesInRow: 0 });
    while (await ports.factors.countTry(account.id)) ports.clock.advance(1);
    expect(await typing(code(), 'thief', account)).toEqual({ kind: 'resting' });
    expect(await typing(code(), 'another of their own', account, true)).toMatchObject({ kind: 'right' });
  });
});

describe('contract 24, decision 78: recovery codes', () => {
  const typing = (code: string, account: Account, knows = false) =>
    checkCode(world.ports, {
      ...{ account, code, provenAt: world.ports.clock.now(), afterPassword: true },
      from: signInFrom({ deviceId: 'a device', knowsAccount: () => knows }),
    });

  test('are ten of ten characters in two groups, of which slow hashes are stored', async () => {
    const { recoveryCodes } = await givenCodes();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    const [code = ''] = recoveryCodes;
    const hash = await hashRecoveryCode(code);
    expect(hash).toEqual(await hashRecoveryCode(code.replace('-', '')));
    expect(hash).not.toEqual(hashSecret(code.replace('-', '')));
    expect(hash).toHaveLength(32);
  });

  test('that were made before go on working', async () => {
    const { account } = await givenCodes();
    const { ports } = world;
    const old = '0123-4567-89ab-cdef-ghjk-mnpq';
    vi.spyOn(ports.factors, 'useRecoveryCode').mockImplementationOnce(async ({ codeHash }) =>
      codeHash.equals(hashSecret(old.replaceAll('-', ''))),
    );
    expect(await typing(old, account)).toEqual({ kind: 'right', by: 'recovery-code' });
  });

  test('take ten wrong tries a day, which nothing clears, and a device that the account knows has its own', async () => {
    const { account, code, recoveryCodes } = await givenCodes();
    const { ports } = world;
    for (let at = 0; at < 10; at += 1) {
      expect(await typing(`00000-0000${at}`, account)).toEqual({ kind: 'wrong' });
      if (at % 5 === 4) ports.clock.advance(15 * 60);
    }
    expect(await typing(code(), account)).toMatchObject({ kind: 'right' });
    await clearTries(ports, { account, from: signInFrom({ deviceId: 'a device', knowsAccount: () => false }) });
    expect(await typing(recoveryCodes[0] ?? '', account)).toMatchObject({ kind: 'limited' });
    expect(await typing(recoveryCodes[1] ?? '', account, true)).toMatchObject({ kind: 'right' });
    ports.clock.advance(24 * 60 * 60);
    for (const right of recoveryCodes.slice(2)) {
      expect(await typing(right, account)).toMatchObject({ kind: 'right' });
      ports.clock.advance(15 * 60);
    }
    expect(await typing(recoveryCodes[0] ?? '', account)).toMatchObject({ kind: 'right' });
  });
});

test('contract 24: full-width codes set up, sign in, and none of them is counted as wrong', async () => {
  const { ports } = world;
  const { account, code, recoveryCodes } = await givenCodes();
  const check = (typed: string) =>
    checkCode(ports, { account, code: typed, provenAt: ports.clock.now(), afterPassword: true, from: FROM });
  ports.clock.advance(STEP_SECONDS);
  expect(await check(code())).toEqual({ kind: 'right', by: 'one-time-code' });
  expect(await check(fullWidth(recoveryCodes[0] ?? ''))).toEqual({ kind: 'right', by: 'recovery-code' });
  expect(await ports.factors.find(account.id)).toMatchObject({ wrongInRow: 0, triesInRow: 0 });
});
