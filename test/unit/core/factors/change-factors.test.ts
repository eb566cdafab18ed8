// New recovery codes, and removing second factors (contract 24): what the one statement is asked, and what follows once
// it is done. Whom the session was taken from meanwhile is asked in the contract of the stores.
import { expect, it } from 'vitest';
import type { Ports } from '../../../../src/core/operating/ports.ts';
import { removeFactors, replaceRecoveryCodes } from '../../../../src/core/sign-in/factors/change-factors.ts';
import { hashRecoveryCode, readRecoveryCode } from '../../../../src/core/sign-in/factors/recovery-code.ts';
import { MINUTE, NOW, someAccount, someSession } from '../../../contract/stores/given.ts';

const account = someAccount();
const session = someSession(account.id, { authenticatedAt: NOW - MINUTE });
const FROM = { userAgent: 'Browser', site: '192.0.2.0/24', language: 'ko' };
const PROOF = { sessionId: session.id, authenticatedSince: NOW - 10 * MINUTE };

function given(isDone: boolean) {
  const asked: Record<string, unknown>[] = [];
  const published: object[] = [];
  const act = async (change: Record<string, unknown>) => asked.push(change) > 0 && isDone;
  const deps = {
    factors: { replaceRecoveryCodes: act, remove: act },
    secrets: { seal: () => Buffer.from('sealed') },
    rules: { mail: 'smtp' },
    clock: { now: () => NOW },
    publish: (event: object) => published.push(event),
  } as unknown as Ports;
  return { asked, published, deps };
}
const mailed = { kind: 'mail-queued' };
const mailOf = (kind: string) => expect.objectContaining({ kind, accountId: account.id });

it('contract 24: new recovery codes are stored as hashes, by whoever confirmed, and told by mail', async () => {
  const { asked, published, deps } = given(true);
  const codes = (await replaceRecoveryCodes(deps, { account, session }, FROM)) ?? [];
  const recoveryHashes = await Promise.all(codes.map((code) => hashRecoveryCode(readRecoveryCode(code) ?? '')));
  expect(new Set(codes).size).toBe(10);
  expect(asked).toMatchObject([{ accountId: account.id, recoveryHashes, proof: PROOF, now: NOW }]);
  expect(asked[0]?.mail).toEqual(mailOf('recovery-codes-replaced'));
  expect(published).toEqual([mailed]);
});

it('contract 24: without one-time codes there are none', async () => {
  const { published, deps } = given(false);
  expect(await replaceRecoveryCodes(deps, { account, session }, FROM)).toBeUndefined();
  expect(published).toEqual([]);
});

it('contract 24: removing them keeps this session, under another handle, and ends the others', async () => {
  const { asked, published, deps } = given(true);
  const opened = await removeFactors(deps, { account, session }, FROM);
  expect(opened?.session.id).toBe(session.id);
  expect(opened?.session.handleHash.equals(session.handleHash)).toBe(false);
  expect(asked).toMatchObject([{ accountId: account.id, fromEpoch: session.signInEpoch, proof: PROOF, now: NOW }]);
  const { id, handleHash } = session;
  expect(asked[0]?.keep).toEqual({ id, handleHash, newHandleHash: opened?.session.handleHash });
  expect(asked[0]?.mail).toEqual(mailOf('two-step-off'));
  expect(published).toEqual([{ kind: 'sessions-ended', accountId: account.id }, mailed]);
});

it('contract 24: with nothing to remove, or in a session that ended, nothing follows', async () => {
  const { published, deps } = given(false);
  expect(await removeFactors(deps, { account, session }, FROM)).toBeUndefined();
  expect(published).toEqual([]);
});
