// A person creates an account with email address, password and nickname (contract 2). Of many simultaneous sign-ups
// with one address, exactly one succeeds (case K23): the store decides, not a check beforehand. Sign-ups are limited by
// address and network of the client (contract 10).

import type { Account } from '../../ground/accounts/account.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import type { Fault } from '../../ground/fault.ts';
import type { ClientAddress } from '../../ground/limits/client-address.ts';
import { countedTry, type Limited } from '../../ground/limits/counted-try.ts';
import type { LimitBucket } from '../../ground/limits/sign-in-limit-store.ts';
import { findByAddress } from '../../sign-in/accounts/find-by-address.ts';
import { toHashedForm } from '../../sign-in/passwords/password-rules.ts';
import type { Ports } from '../ports.ts';
import { checkEmailDomain } from './email-domains.ts';
import { type CheckedAccount, checkNewAccountForm, makeAccount, type NewAccountForm } from './new-account.ts';

export type SignedUp =
  | { kind: 'created'; account: Account }
  | { kind: 'refused'; faults: Fault[] }
  /** Sign-up is not open to everybody (`open_registration`). */
  | { kind: 'closed' }
  /** The answer is the same for free and for taken addresses. */
  | Limited;

type Deps = Pick<Ports, 'accounts' | 'signInLimits' | 'passwords' | 'secrets' | 'clock' | 'rules'>;

/** Contract 10. */
const WINDOW_MS = 60 * 60 * 1000;

/** @throws Unavailable when the store or the hasher cannot answer; the sign-up is then not counted */
export async function signUp(deps: Deps, form: NewAccountForm, from: ClientAddress): Promise<SignedUp> {
  if (!deps.rules.openRegistration) return { kind: 'closed' };
  const checked = await checkNewAccountForm(deps.rules, form);
  // An invalid form costs no hash and tells nothing about anybody, so it does not count.
  if (checked.kind === 'invalid') return { kind: 'refused', faults: checked.faults };
  const faults = checkEmailDomain(deps.rules, checked.address);
  if (faults.length > 0) return { kind: 'refused', faults };
  return countedSignUp(deps, from, () => createIfFree(deps, checked, from));
}

/** Runs `make` within the limits of one client and its network, which do not bind the machine itself (contract 10). */
export const countedSignUp = <Result>(
  deps: Pick<Deps, 'signInLimits' | 'secrets' | 'clock' | 'rules'>,
  from: ClientAddress,
  make: (uncount: () => Promise<void>) => Promise<Result>,
): Promise<Result | Limited> =>
  from.isLocal
    ? make(async () => {})
    : countedTry(deps, { buckets: bucketsOf(deps, from), windowMs: WINDOW_MS, limit: 'sign-ups' }, make);

/**
 * Counts sign-ups that create an account, cost a hash, or reveal that an address is taken. Otherwise one client could
 * fill the database, keep everybody waiting, or find out which addresses have an account.
 */
function bucketsOf(
  { secrets, rules }: Pick<Deps, 'secrets' | 'rules'>,
  { address, site }: ClientAddress,
): LimitBucket[] {
  return [
    { key: secrets.mac('limit', 'sign-up', 'address', address), limit: rules.signUpsPerAddress },
    { key: secrets.mac('limit', 'sign-up', 'network', site), limit: rules.signUpsPerNetwork },
  ];
}

async function createIfFree(deps: Deps, checked: CheckedAccount, from: ClientAddress): Promise<SignedUp> {
  const { address, password, passkey: first, nickname, agreed } = checked;
  const taken: SignedUp = { kind: 'refused', faults: [formFault(['email'], 'email-taken')] };
  // Saves the expensive hash. The insert below decides.
  if (await findByAddress(deps, address)) return taken;
  const passwordHash = first ? undefined : await deps.passwords.hash(toHashedForm(password), from);
  const made = { id: first?.passkey.accountId, address, passwordHash, nickname };
  const account = makeAccount(deps, { ...made, role: 'user', origin: 'sign-up', now: deps.clock.now() });
  const created = first
    ? await deps.accounts.insertWithPasskey(account, agreed, first)
    : await deps.accounts.insert(account, agreed);
  if (created === 'created') return { kind: 'created', account };
  return created === 'email-taken' ? taken : { kind: 'refused', faults: [formFault([], 'passkey-wrong')] };
}
