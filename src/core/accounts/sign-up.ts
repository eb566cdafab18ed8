// A person makes an account: e-mail, password, nickname (contract 2). Of many sign-ups with one address at once exactly
// one gets it (case K23): the store decides, not a look beforehand. Sign-ups are counted by where they come from
// (contract 10).
import type { Fault } from '../fault.ts';
import type { ClientAddress } from '../limits/client-address.ts';
import { countedTry, type Limited } from '../limits/counted-try.ts';
import type { LimitBucket } from '../limits/sign-in-limit-store.ts';
import { toHashedForm } from '../passwords/password-rules.ts';
import type { Ports } from '../ports.ts';
import type { Account } from './account.ts';
import { findByAddress } from './find-by-address.ts';
import { formFault } from './form-faults.ts';
import { type CheckedForm, checkNewAccountForm, makeAccount, type NewAccountForm } from './new-account.ts';

export type SignedUp =
  | { kind: 'created'; account: Account }
  | { kind: 'refused'; faults: Fault[] }
  /** Registration is not open to everybody (`open_registration`). */
  | { kind: 'closed' }
  /** Whether the address is taken or not, until then. */
  | Limited;

type Deps = Pick<Ports, 'accounts' | 'signInLimits' | 'passwords' | 'secrets' | 'clock' | 'rules'>;

/** Contract 10. */
const WINDOW_MS = 60 * 60 * 1000;

/** @throws Unavailable when the store or the hasher cannot answer; the sign-up is not counted then. */
export async function signUp(deps: Deps, form: NewAccountForm, from: ClientAddress): Promise<SignedUp> {
  if (!deps.rules.openRegistration) return { kind: 'closed' };
  const checked = await checkNewAccountForm(form);
  // What somebody mistyped costs no more than the look at it, and counts for nothing.
  if (checked.kind === 'faulty') return { kind: 'refused', faults: checked.faults };
  return countedSignUp(deps, from, () => createIfFree(deps, checked, from));
}

/** Within the sign-ups of one client and its network (contract 10). */
export const countedSignUp = <Result>(
  deps: Pick<Deps, 'signInLimits' | 'secrets' | 'clock' | 'rules'>,
  from: ClientAddress,
  make: (uncount: () => Promise<void>) => Promise<Result>,
): Promise<Result | Limited> => countedTry(deps, { buckets: bucketsOf(deps, from), windowMs: WINDOW_MS }, make);

/**
 * Counts what becomes an account, what costs a hash, and what is told that an address is taken: otherwise one client
 * could fill the database, keep everybody waiting, or ask for any number of addresses who has an account.
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

async function createIfFree(
  deps: Deps,
  { address, password, nickname }: Extract<CheckedForm, { kind: 'good' }>,
  from: ClientAddress,
): Promise<SignedUp> {
  const taken: SignedUp = { kind: 'refused', faults: [formFault(['email'], 'email-taken')] };
  // Spares the expensive hash; the insert below is what counts.
  if (await findByAddress(deps, address)) return taken;
  const passwordHash = await deps.passwords.hash(toHashedForm(password), from);
  const now = deps.clock.now();
  const account = makeAccount({ address, passwordHash, nickname, role: 'user', origin: 'sign-up', now });
  return (await deps.accounts.insert(account)) === 'created' ? { kind: 'created', account } : taken;
}
