// After a reset by link, the person removes factors that somebody else may have set up (contract 22). Nobody is signed
// in yet: the proof is that of the reset itself, encrypted in the form. It is bound to the browser and to the sign-in
// number that the reset made, which every use of it raises. A factor that would be asked for stays where whoever reads
// the mailbox, and knows no more, could otherwise remove it.
import type { Account } from '../../ground/accounts/account.ts';
import { type ActedFrom, writeNotice } from '../../server/mail/write-mail.ts';
import type { Ports } from '../ports.ts';
import { type FactorAge, isRecentFactor, tookMoreThanPassword } from './factor-age.ts';
import { CODES_ID, type ListedFactor, listFactors } from './listed-factor.ts';
import { isBoundByPolicy } from './second-factor-policy.ts';

const PROOF_TTL_MS = 10 * 60 * 1000;

/**
 * Whether the mailbox alone removes a factor that is asked for: one that is younger than 30 days. Of somebody whom
 * policy binds, only one that may have been set up by the password alone; an operator or a recovery code helps them.
 */
export const mayMailRemove = (factor: FactorAge, isBound: boolean, now: number): boolean =>
  isRecentFactor(factor, now) && !(isBound && tookMoreThanPassword(factor));

type ListDeps = Pick<Ports, 'factors' | 'passkeys' | 'members' | 'rules' | 'clock'>;

/** Newest first. */
export async function listFactorsAfterReset(deps: ListDeps, account: Account): Promise<readonly ListedFactor[]> {
  const [codes, passkeys] = await Promise.all([deps.factors.find(account.id), deps.passkeys.listByAccount(account.id)]);
  const now = deps.clock.now();
  const isBound = await isBoundByPolicy(deps, account);
  const isAsked = codes !== undefined || isBound;
  return listFactors({ codes, passkeys }, (factor) => {
    const mayRemove = !isAsked || mayMailRemove(factor, isBound, now);
    return { mayRemove, isRecent: mayRemove && isRecentFactor(factor, now) };
  });
}

/** `byCode`: a code of the second factor was accepted with the reset. */
type ResetProof = { accountId: string; signInEpoch: number; byCode: boolean; at: number };

/** @param reset its account as it was left */
export function sealReset(
  { secrets, clock }: Pick<Ports, 'secrets' | 'clock'>,
  { account: { id, signInEpoch }, byCode }: { account: Account; byCode: boolean },
  deviceId: string,
): string {
  const proof: ResetProof = { accountId: id, signInEpoch, byCode, at: clock.now() };
  return secrets.seal('after-reset', deviceId, Buffer.from(JSON.stringify(proof))).toString('base64url');
}

/** Undefined: altered, too old, or made for another browser. */
function openReset(
  { secrets, clock }: Pick<Ports, 'secrets' | 'clock'>,
  value: string,
  deviceId: string | undefined,
): ResetProof | undefined {
  if (deviceId === undefined) return undefined;
  const opened = secrets.open('after-reset', deviceId, Buffer.from(value, 'base64url'));
  const proof = opened && (JSON.parse(opened.plain.toString()) as ResetProof);
  return proof && clock.now() - proof.at < PROOF_TTL_MS ? proof : undefined;
}

type RemoveDeps = ListDeps & Pick<Ports, 'accounts' | 'secrets' | 'publish'>;

/**
 * Removes what was ticked, in one intent, once for each proof.
 * @param input.sealed as `sealReset` made it
 * @returns the account afterwards, and what its reset had proven; undefined: the proof is of no use any more
 */
export async function removeAfterReset(
  deps: RemoveDeps,
  input: { sealed: string; deviceId: string | undefined; ids: readonly string[]; from: ActedFrom },
): Promise<{ account: Account; byCode: boolean } | undefined> {
  const proof = openReset(deps, input.sealed, input.deviceId);
  const account = proof && (await deps.accounts.find(proof.accountId));
  if (!proof || !account) return undefined;
  const { accountId, signInEpoch } = proof;
  const ids = (await listFactorsAfterReset(deps, account))
    .filter(({ id, mayRemove }) => mayRemove && input.ids.includes(id))
    .map(({ id }) => id);
  const removesCodes = ids.includes(CODES_ID);
  const passkeyIds = ids.filter((id) => id !== CODES_ID);
  const notice = (kind: 'two-step-off' | 'passkey-removed') => writeNotice(deps, { kind, accountId, from: input.from });
  const after = await deps.factors.removeAfterReset({
    accountId,
    signInEpoch,
    removesCodes,
    passkeyIds,
    mails: [...(removesCodes ? [notice('two-step-off')] : []), ...passkeyIds.map(() => notice('passkey-removed'))],
    now: deps.clock.now(),
  });
  if (!after) return undefined;
  deps.publish({ kind: 'sessions-ended', accountId });
  if (ids.length > 0) deps.publish({ kind: 'mail-queued' });
  return { account: after, byCode: proof.byCode };
}
