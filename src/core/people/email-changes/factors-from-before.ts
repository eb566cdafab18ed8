// Factors from before a change of the address was asked for. Somebody may have set them up to prepare it: whoever takes
// the change back, by the link or by hand, removes what is not theirs (contract 21).
import type { Account } from '../../ground/accounts/account.ts';
import { type ActedFrom, writeNotice } from '../../server/mail/write-mail.ts';
import { type FactorAge, tookMoreThanPassword } from '../../sign-in/factors/factor-age.ts';
import { CODES_ID, type ListedFactor, listFactors } from '../../sign-in/factors/listed-factor.ts';
import { isBoundByPolicy } from '../../sign-in/factors/second-factor-policy.ts';
import type { Ports } from '../ports.ts';
import { isAskedFor } from './doubt.ts';
import type { ChosenFactor } from './email-change-store.ts';

type Deps = Pick<Ports, 'factors' | 'passkeys' | 'members' | 'rules'>;

/**
 * Newest first. One that is not asked for may be removed, and is ticked, unless policy binds the person and setting it
 * up took more than the password.
 */
export async function listFactorsFromBefore(
  deps: Deps,
  account: Account,
  askedAt: number,
): Promise<readonly ListedFactor[]> {
  const isFromBefore = ({ createdAt }: FactorAge) => createdAt < askedAt;
  const codes = await deps.factors.find(account.id);
  const passkeys = await deps.passkeys.listByAccount(account.id);
  const isBound = await isBoundByPolicy(deps, account);
  const before = { codes: codes && isFromBefore(codes) ? codes : undefined, passkeys: passkeys.filter(isFromBefore) };
  return listFactors(before, (factor) => {
    const mayRemove = !isAskedFor(factor, askedAt) && !(isBound && tookMoreThanPassword(factor));
    return { mayRemove, isRecent: mayRemove };
  });
}

/** Of those that were listed, what the person ticked, each with the mail that says so. */
export const chosenFactors = (
  deps: Pick<Ports, 'secrets' | 'clock' | 'rules'>,
  factors: readonly ListedFactor[],
  { ids, accountId, from }: { ids: readonly string[]; accountId: string; from: ActedFrom },
): readonly ChosenFactor[] =>
  factors
    .filter(({ id, mayRemove }) => mayRemove && ids.includes(id))
    .map(({ id }) =>
      id === CODES_ID
        ? { passkeyId: undefined, mail: writeNotice(deps, { kind: 'two-step-off', accountId, from }) }
        : { passkeyId: id, mail: writeNotice(deps, { kind: 'passkey-removed', accountId, from }) },
    );
