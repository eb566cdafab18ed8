// A person makes an account: e-mail, password, nickname (contract 2). Of many sign-ups with one address at once exactly
// one gets it (case K23): the store decides, not a look beforehand.
import type { Fault } from '../fault.ts';
import type { Ports } from '../ports.ts';
import type { Account } from './account.ts';
import { formFault } from './form-faults.ts';
import { checkNewAccountForm, makeAccount, type NewAccountForm } from './new-account.ts';
import { toHashedForm } from './password-rules.ts';

export type SignedUp =
  | { kind: 'created'; account: Account }
  | { kind: 'refused'; faults: Fault[] }
  /** Registration is not open to everybody (`open_registration`). */
  | { kind: 'closed' };

export async function signUp(
  deps: Pick<Ports, 'accounts' | 'passwords' | 'clock' | 'rules'>,
  form: NewAccountForm,
): Promise<SignedUp> {
  if (!deps.rules.openRegistration) return { kind: 'closed' };
  const checked = await checkNewAccountForm(form);
  if (checked.kind === 'faulty') return { kind: 'refused', faults: checked.faults };
  const { address, nickname } = checked;
  const taken: SignedUp = { kind: 'refused', faults: [formFault(['email'], 'email-taken')] };
  // Spares the expensive hash; the insert below is what counts.
  if (await deps.accounts.findByEmailKey(address.emailKey)) return taken;
  const passwordHash = await deps.passwords.hash(toHashedForm(checked.password));
  const account = makeAccount({ address, passwordHash, nickname, role: 'user', now: deps.clock.now() });
  return (await deps.accounts.insert(account)) === 'created' ? { kind: 'created', account } : taken;
}
