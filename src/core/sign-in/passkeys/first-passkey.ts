// A passkey instead of a password at sign-up (contract 23). The account does not exist yet: the server chooses its id
// with the challenge, which is bound to it, because the authenticator stores it as the user handle.

import type { PasskeyRefusal } from '../../ground/passkey-refusal.ts';
import { newId } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import { makeChallenge, readChallenge } from './challenge.ts';
import { readAnswer } from './passkey-answer.ts';
import type { FirstPasskey } from './passkey-use.ts';

/** What the browser is asked for. @returns the challenge in base64url, and the id that the account will have */
export function newcomerChallenge(
  deps: Pick<Ports, 'secrets' | 'clock'>,
  deviceId: string,
): { challenge: string; accountId: string } {
  const accountId = newId(deps.clock);
  return { challenge: makeChallenge(deps, { purpose: 'sign-up', deviceId, accountId }), accountId };
}

export type SentFirstPasskey = {
  /** The JSON of a new credential. */
  response: string;
  deviceId: string | undefined;
  /** As the form says; the challenge is bound to it. */
  accountId: string;
  /** What it is called until the person renames it. */
  name: string;
};

/** @returns why it is refused: altered, too late, or not for this. Nothing is stored yet. */
export async function checkFirstPasskey(
  deps: Pick<Ports, 'passkeyVerifier' | 'secrets' | 'clock' | 'rules' | 'issuer'>,
  { response, deviceId, accountId, name }: SentFirstPasskey,
): Promise<FirstPasskey | PasskeyRefusal> {
  const rpId = deps.rules.passkeyRpId;
  const answer = readAnswer(response);
  if (rpId === undefined) return 'off';
  if (!answer || deviceId === undefined) return 'malformed';
  const challenge = readChallenge(deps, answer.challenge, { purpose: 'sign-up', deviceId, accountId });
  if (!challenge) return 'challenge';
  const credential = await deps.passkeyVerifier.verifyNew({ ...answer, rpId, origin: deps.issuer });
  if (typeof credential === 'string') return credential;
  const age = { createdAt: deps.clock.now(), knownSince: undefined, setUpBehind: 'nothing' } as const;
  const times = { ...age, lastUsedAt: undefined, counterFellAt: undefined };
  return {
    ...challenge,
    passkey: { ...credential, id: newId(deps.clock), accountId, userHandle: undefined, rpId, name, ...times },
  };
}
