// Lists of email domains. They are kept as addresses are compared: lower case, A-labels.
import { toAsciiDomain } from '../core/accounts/email.ts';
import { listOf, type Reader } from './readers.ts';

export const emailDomainList: Reader<string[]> = (raw) => {
  const list = listOf((domain) => toAsciiDomain(domain) !== undefined)(raw);
  return list && { value: list.value.flatMap((domain) => toAsciiDomain(domain) ?? []) };
};
