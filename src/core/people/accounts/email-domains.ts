// Which email domains may sign up (contract 26). Domains are compared as A-labels in lower case, like email keys, so
// that no other spelling passes and no look-alike counts as the same.

import type { EmailAddress } from '../../ground/accounts/email.ts';
import { formFault } from '../../ground/accounts/form-faults.ts';
import type { Fault } from '../../ground/fault.ts';
import type { Rules } from '../../server/policy/rules.ts';

/**
 * Allowed domains are these very ones, because a subdomain may belong to other people. A refused domain is refused with
 * its subdomains, because who has the domain can make any number of them.
 */
export function checkEmailDomain(
  { allowedEmailDomains, refusedEmailDomains }: Pick<Rules, 'allowedEmailDomains' | 'refusedEmailDomains'>,
  { emailKey }: Pick<EmailAddress, 'emailKey'>,
): Fault[] {
  const domain = emailKey.slice(emailKey.lastIndexOf('@') + 1);
  const allowed = allowedEmailDomains.length === 0 || allowedEmailDomains.includes(domain);
  const refused = refusedEmailDomains.some((one) => domain === one || domain.endsWith(`.${one}`));
  return allowed && !refused ? [] : [formFault(['email'], 'email-domain-refused')];
}
