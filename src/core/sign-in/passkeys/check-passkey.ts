// The only place that checks what a passkey signed (contract 23). Nothing is stored here: `SessionStore.start` spends
// the challenge and updates the passkey in the transaction that starts the session.
import type { Account } from '../../ground/accounts/account.ts';
import type { PasskeyRefusal } from '../../ground/passkey-refusal.ts';
import { type ActedFrom, writeNotice } from '../../server/mail/write-mail.ts';
import type { Ports } from '../ports.ts';
import { type ChallengeUse, readChallenge } from './challenge.ts';
import { hasFallen, mayBecome, type Passkey, userHandleIn } from './passkey.ts';
import { readAnswer } from './passkey-answer.ts';
import type { PasskeyUse } from './passkey-use.ts';

export type CheckedPasskey =
  | { kind: 'right'; account: Account; use: PasskeyUse }
  /** `accountId`: whose passkey it is. */
  | { kind: 'wrong'; reason: PasskeyRefusal; accountId: string | undefined };

export type CheckPasskeyDeps = Pick<
  Ports,
  'passkeys' | 'passkeyVerifier' | 'accounts' | 'secrets' | 'clock' | 'rules' | 'issuer'
>;

/** What a browser sent. */
export type PasskeyResponse = {
  /** The JSON of a credential. */
  response: string;
  /** Id of the browser (the device cookie). */
  deviceId: string | undefined;
  /** Where it is, for a mail about it. */
  from: ActedFrom | undefined;
};

type Input = PasskeyResponse & {
  purpose: Exclude<ChallengeUse['purpose'], 'add' | 'sign-up'>;
  /** Who has to answer; undefined: anybody. */
  account: Account | undefined;
  /** When the person gave the first proof, where there was one. */
  provenAt: number | undefined;
};

/** @throws Unavailable */
export async function checkPasskey(deps: CheckPasskeyDeps, input: Input): Promise<CheckedPasskey> {
  const wrong = (reason: PasskeyRefusal, accountId?: string): CheckedPasskey => ({ kind: 'wrong', reason, accountId });
  const { account: expected, purpose, deviceId } = input;
  const rpId = deps.rules.passkeyRpId;
  if (rpId === undefined) return wrong('off');
  const answer = readAnswer(input.response);
  if (!answer || deviceId === undefined) return wrong('malformed');
  const challenge = readChallenge(deps, answer.challenge, { purpose, deviceId, accountId: expected?.id });
  if (!challenge) return wrong('challenge');
  const passkey = await deps.passkeys.findByCredential(answer.credentialId);
  if (!passkey) return wrong('unknown');
  const refuse = (reason: PasskeyRefusal): CheckedPasskey => wrong(reason, passkey.accountId);
  if (expected && passkey.accountId !== expected.id) return refuse('other-account');
  // Without an expected account, the authenticator must have named the account itself.
  const isNamed = answer.userHandle === userHandleIn(passkey);
  if (!isNamed && !(expected && answer.userHandle === undefined)) return refuse('other-account');
  if (passkey.rpId !== rpId) return refuse('other-rp');
  const signed = await deps.passkeyVerifier.verifyUse({ ...answer, rpId, origin: deps.issuer }, passkey);
  if (typeof signed === 'string') return refuse(signed);
  if (!mayBecome(passkey, signed)) return refuse('backup-eligibility');
  if (!signed.backupEligible && hasFallen(passkey.signCount, signed.signCount)) return refuse('counter');
  const account = expected ?? (await deps.accounts.find(passkey.accountId));
  if (!account || account.disabledAt !== undefined) return refuse('account');
  return {
    kind: 'right',
    account,
    use: { ...challenge, ...useOf(deps, passkey, signed, input.from), provenAt: input.provenAt },
  };
}

const useOf = (
  deps: CheckPasskeyDeps,
  { id: passkeyId, accountId, ...known }: Passkey,
  { signCount, backupEligible, backedUp }: Pick<Passkey, 'signCount' | 'backupEligible' | 'backedUp'>,
  from: ActedFrom | undefined,
): Omit<PasskeyUse, 'challengeHash' | 'challengeExpiresAt' | 'provenAt'> => ({
  passkeyId,
  signCount,
  backupEligible,
  backedUp,
  mailIfSynced:
    backupEligible && !known.backupEligible
      ? writeNotice(deps, { kind: 'passkey-synced', accountId, from })
      : undefined,
  mailIfFallen: known.backupEligible ? writeNotice(deps, { kind: 'passkey-copied', accountId, from }) : undefined,
});
