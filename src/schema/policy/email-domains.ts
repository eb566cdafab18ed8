// Lists of email domains. They are kept as addresses are compared: lower case, A-labels.
import * as z from 'zod/mini';
import { toAsciiDomain } from '../../core/ground/accounts/email.ts';
import { listOf } from '../written.ts';

/** Each sign-up compares its address with all of them, and each process reads them several times a second. */
const MAX_EMAIL_DOMAINS = 5000;

/** RFC 1035 2.3.4. A longer one is in no address. */
const MAX_DOMAIN_LENGTH = 253;

export const emailDomainList = z.pipe(
  listOf(
    (domain) => (toAsciiDomain(domain)?.length ?? Infinity) <= MAX_DOMAIN_LENGTH,
    `a list of domain names, such as example.com; at most ${MAX_EMAIL_DOMAINS}`,
    MAX_EMAIL_DOMAINS,
  ),
  z.transform((domains: string[]) => domains.flatMap((domain) => toAsciiDomain(domain) ?? [])),
);
