// Lists of email domains. They are kept as addresses are compared: lower case, A-labels.
import { toAsciiDomain } from '../core/accounts/email.ts';
import { listOf, type Reader } from './readers.ts';

/** Each sign-up compares its address with all of them, and each process reads them several times a second. */
export const MAX_EMAIL_DOMAINS = 5000;

/** RFC 1035 2.3.4. A longer one is in no address. */
const MAX_DOMAIN_LENGTH = 253;

export const emailDomainList: Reader<string[]> = (raw) => {
  const list = listOf((domain) => (toAsciiDomain(domain)?.length ?? Infinity) <= MAX_DOMAIN_LENGTH)(raw);
  if (list && list.value.length > MAX_EMAIL_DOMAINS) return undefined;
  return list && { value: list.value.flatMap((domain) => toAsciiDomain(domain) ?? []) };
};
