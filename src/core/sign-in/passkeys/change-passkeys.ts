// A signed-in person adds, renames and removes passkeys (contract 23). Adding and removing need a confirmation
// (contract 25). Removing ends the other sessions, because somebody else may have signed in with the passkey.

import type { PasskeyRefusal } from '../../ground/passkey-refusal.ts';
import { newId } from '../../ground/secrets.ts';
import { countCharacters, hasForbiddenInName, toPlainText } from '../../ground/texts/plain-text.ts';
import { type ActedFrom, writeNotice } from '../../server/mail/write-mail.ts';
import { enrolmentProof, factorProof } from '../factors/second-factor-policy.ts';
import type { Ports } from '../ports.ts';
import { keepSession } from '../sessions/end-sessions.ts';
import type { SignedIn } from '../sessions/session.ts';
import type { SessionWithHandle } from '../sessions/start-session.ts';
import { readChallenge } from './challenge.ts';
import { MAX_PASSKEY_NAME } from './passkey.ts';
import { readAnswer } from './passkey-answer.ts';

type Deps = Pick<
  Ports,
  'passkeys' | 'factors' | 'members' | 'passkeyVerifier' | 'secrets' | 'clock' | 'rules' | 'issuer' | 'publish'
>;

export type Added =
  | { kind: 'added'; id: string }
  /** `known`: some account has it · `full`: there are `MAX_PASSKEYS` */
  | { kind: 'known' | 'full' }
  /** Altered, late, or not for this. */
  | { kind: 'invalid'; reason: PasskeyRefusal };

type AddInput = {
  signedIn: SignedIn;
  /** The JSON of a new credential. */
  response: string;
  deviceId: string | undefined;
  /** What it is called until the person renames it. */
  name: string;
  from: ActedFrom;
};

/** @throws ConfirmationNeeded */
export async function addPasskey(deps: Deps, input: AddInput): Promise<Added> {
  const { account } = input.signedIn;
  const rpId = deps.rules.passkeyRpId;
  const answer = readAnswer(input.response);
  if (rpId === undefined) return { kind: 'invalid', reason: 'off' };
  if (!answer || input.deviceId === undefined) return { kind: 'invalid', reason: 'malformed' };
  const use = { purpose: 'add', deviceId: input.deviceId, accountId: account.id } as const;
  const challenge = readChallenge(deps, answer.challenge, use);
  if (!challenge) return { kind: 'invalid', reason: 'challenge' };
  const credential = await deps.passkeyVerifier.verifyNew({ ...answer, rpId, origin: deps.issuer });
  if (typeof credential === 'string') return { kind: 'invalid', reason: credential };
  const now = deps.clock.now();
  const id = newId(deps.clock);
  const added = await deps.passkeys.add({
    ...challenge,
    passkey: {
      ...credential,
      id,
      accountId: account.id,
      userHandle: undefined,
      rpId,
      name: input.name,
      createdAt: now,
      // The store knows what the session has shown.
      knownSince: undefined,
      setUpBehind: undefined,
      lastUsedAt: undefined,
      counterFellAt: undefined,
    },
    proof: await enrolmentProof(deps, input.signedIn, now),
    mail: writeNotice(deps, { kind: 'passkey-added', accountId: account.id, from: input.from }),
  });
  if (added === 'answered') return { kind: 'invalid', reason: 'outdated' };
  if (added !== 'added') return { kind: added };
  deps.publish({ kind: 'mail-queued' });
  return { kind: 'added', id };
}

/** As it is stored. Undefined: empty, too long, or with characters that are invisible or reverse the reading order. */
export function readPasskeyName(typed: string): string | undefined {
  const name = toPlainText(typed);
  const fits = name !== '' && countCharacters(name) <= MAX_PASSKEY_NAME && !hasForbiddenInName(name);
  return fits ? name : undefined;
}

export async function renamePasskey(
  { passkeys }: Pick<Ports, 'passkeys'>,
  { account }: SignedIn,
  { id, name: typed }: { id: string; name: string },
): Promise<'renamed' | 'invalid' | 'gone'> {
  const name = readPasskeyName(typed);
  if (name === undefined) return 'invalid';
  return (await passkeys.rename({ accountId: account.id, id, name })) ? 'renamed' : 'gone';
}

/**
 * @returns this session under its new handle; `last`: nobody could sign in any more; `gone`: there is no such passkey
 * @throws ConfirmationNeeded
 */
export async function removePasskey(
  deps: Deps,
  signedIn: SignedIn,
  { id, from }: { id: string; from: ActedFrom },
): Promise<SessionWithHandle | 'last' | 'gone'> {
  const { keep, opened } = keepSession(signedIn);
  const { accountId, signInEpoch: fromEpoch } = signedIn.session;
  const now = deps.clock.now();
  const removed = await deps.passkeys.remove({
    accountId,
    id,
    rpId: deps.rules.passkeyRpId,
    fromEpoch,
    keep,
    proof: await factorProof(deps, signedIn, now),
    mail: writeNotice(deps, { kind: 'passkey-removed', accountId, from }),
    now,
  });
  if (removed !== 'removed') return removed;
  deps.publish({ kind: 'sessions-ended', accountId });
  deps.publish({ kind: 'mail-queued' });
  return opened;
}
