// The list of an account's passkeys and one-time codes from which a person removes what somebody else may have set up:
// after a reset by link, and where a change of the address is taken back (contract 21, 22).
import type { Passkey } from '../passkeys/passkey.ts';
import type { FactorAge } from './factor-age.ts';
import type { OneTimeCodes } from './one-time-code.ts';

export type ListedFactor = {
  /** Of the passkey; one-time codes have `CODES_ID`. */
  id: string;
  /** Undefined: one-time codes. */
  passkeyName: string | undefined;
  createdAt: number;
  lastUsedAt: number | undefined;
  /** Younger than 30 days (`factorSince`), and may be removed: ticked. */
  isRecent: boolean;
  mayRemove: boolean;
};

export const CODES_ID = 'one-time-codes';

/** Newest first. */
export const listFactors = (
  { codes, passkeys }: { codes: OneTimeCodes | undefined; passkeys: readonly Passkey[] },
  judge: (factor: FactorAge) => Pick<ListedFactor, 'isRecent' | 'mayRemove'>,
): readonly ListedFactor[] =>
  [...(codes ? [{ ...codes, id: CODES_ID, name: undefined }] : []), ...passkeys]
    .map((factor) => {
      const { id, name, createdAt, lastUsedAt } = factor;
      return { id, passkeyName: name, createdAt, lastUsedAt, ...judge(factor) };
    })
    .toSorted((one, other) => other.createdAt - one.createdAt);
