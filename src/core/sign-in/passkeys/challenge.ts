// The challenge that a passkey signs is not stored: it says itself when it was made, and a keyed hash binds it to what
// it is for, to the browser, and to the account where it is known (contract 23). What was answered is remembered by the
// statement that acts on the answer.

import { hashContents, newChallengeNonce } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import type { AnsweredChallenge } from './passkey-use.ts';

export const CHALLENGE_TTL_MS = 5 * 60 * 1000;

/** What a challenge was made for. It is worth nothing elsewhere. */
export type ChallengeUse = {
  purpose: 'sign-in' | 'second-step' | 'confirm' | 'take-back' | 'add' | 'sign-up';
  /** Id of the browser (the device cookie). */
  deviceId: string;
  /** Undefined: whoever the passkey belongs to. */
  accountId: string | undefined;
};

const TIME_BYTES = 8;
const HEAD_BYTES = TIME_BYTES + 16;

const partsOf = ({ purpose, deviceId, accountId = '' }: ChallengeUse, head: Buffer): string[] => [
  purpose,
  deviceId,
  accountId,
  head.toString('hex'),
];

/** @returns in base64url */
export function makeChallenge({ secrets, clock }: Pick<Ports, 'secrets' | 'clock'>, use: ChallengeUse): string {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeBigUInt64BE(BigInt(clock.now()));
  const head = Buffer.concat([time, newChallengeNonce()]);
  return Buffer.concat([head, secrets.mac('passkey-challenge', ...partsOf(use, head))]).toString('base64url');
}

/** @returns what to remember of it; undefined: made for something else, altered, or too old */
export function readChallenge(
  { secrets, clock }: Pick<Ports, 'secrets' | 'clock'>,
  challenge: string,
  use: ChallengeUse,
): AnsweredChallenge | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const head = bytes.subarray(0, HEAD_BYTES);
  if (head.length < HEAD_BYTES) return undefined;
  if (!secrets.verify(bytes.subarray(HEAD_BYTES), 'passkey-challenge', ...partsOf(use, head))) return undefined;
  const madeAt = Number(head.readBigUInt64BE());
  const age = clock.now() - madeAt;
  if (age < 0 || age >= CHALLENGE_TTL_MS) return undefined;
  return { challengeHash: hashContents(bytes), challengeExpiresAt: madeAt + CHALLENGE_TTL_MS };
}
