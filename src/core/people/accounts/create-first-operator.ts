// The setup link creates the first operator account, once (contract 1). The store spends the link and inserts the
// account in one intent, so two people with the link create one operator.

import type { Account } from '../../ground/accounts/account.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import type { Fault } from '../../ground/fault.ts';
import { hashSecret } from '../../ground/secrets.ts';
import { findByAddress } from '../../sign-in/accounts/find-by-address.ts';
import { toHashedForm } from '../../sign-in/passwords/password-rules.ts';
import { findSetupLink } from '../one-time-links/find-one-time-link.ts';
import type { Ports } from '../ports.ts';
import { checkNewAccountForm, makeAccount, type NewAccountForm } from './new-account.ts';

export type FirstOperator =
  | { kind: 'created'; account: Account }
  | { kind: 'refused'; faults: Fault[] }
  /** The link is spent, expired or unknown, or there is an operator already. */
  | { kind: 'link-expired' };

export async function createFirstOperator(
  deps: Pick<Ports, 'links' | 'accounts' | 'passwords' | 'clock' | 'rules'>,
  input: { token: string | undefined; form: NewAccountForm },
): Promise<FirstOperator> {
  const { token } = input;
  if (!token || !(await findSetupLink(deps, token))) return { kind: 'link-expired' };
  const checked = await checkNewAccountForm(deps.rules, input.form);
  if (checked.kind === 'invalid') return { kind: 'refused', faults: checked.faults };
  const { address, nickname, agreed } = checked;
  const taken: FirstOperator = { kind: 'refused', faults: [formFault(['email'], 'email-taken')] };
  if (await findByAddress(deps, address)) return taken;
  const passwordHash = await deps.passwords.hash(toHashedForm(checked.password));
  const now = deps.clock.now();
  const account = makeAccount(deps, { address, passwordHash, nickname, role: 'operator', origin: 'setup', now });
  const result = await deps.links.redeemForOperator({ tokenHash: hashSecret(token), account, agreed, now });
  if (result === 'created') return { kind: 'created', account };
  if (result === 'email-taken') return taken;
  return { kind: 'link-expired' };
}
