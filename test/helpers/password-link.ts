// A link that sets somebody's password, as operators get it where there is no mail.

import type { Ports } from '../../src/core/operating/ports.ts';
import { issuePasswordLink } from '../../src/core/people/one-time-links/issue-password-link.ts';
import { findByEmail } from '../../src/core/sign-in/accounts/find-by-address.ts';

/** @throws when nobody has the address */
export async function passwordLinkFor(ports: Pick<Ports, 'accounts' | 'links' | 'clock'>, email: string) {
  const account = await findByEmail(ports, email);
  if (!account) throw new Error(`Nobody has the address ${email}`);
  return { account, ...(await issuePasswordLink(ports, account)) };
}
