// The parameters of the audit's pages: filters, and where a page begins. An id of another shape counts as absent: the
// audit keeps the ids that somebody looked for, and would keep whatever else they typed.
import type { FastifyRequest } from 'fastify';
import type { TypedPeriod } from '../../../core/audit/read-period.ts';
import { queryOf } from '../../wire/request-parts.ts';

export const AUDIT_PAGE_SIZE = 50;

const read = (request: FastifyRequest, name: string, pattern: RegExp): string | undefined => {
  const value = queryOf(request).get(name)?.trim();
  return value !== undefined && pattern.test(value) ? value : undefined;
};

export const readId = (request: FastifyRequest, name: 'application' | 'account' | 'subject'): string | undefined =>
  read(request, name, /^[0-9a-f]{32}$/);

export const readAction = (request: FastifyRequest): string | undefined => read(request, 'action', /^[ -~]{1,80}$/);

export function readBefore(request: FastifyRequest): number | undefined {
  const before = read(request, 'before', /^[1-9]\d{0,14}$/);
  return before === undefined ? undefined : Number(before);
}

/** As typed: the page shows it again, with what is wrong with it. The audit does not keep it. */
export const readTypedPeriod = (request: FastifyRequest): TypedPeriod => {
  const [from = '', to = ''] = ['from', 'to'].map((name) => queryOf(request).get(name)?.trim());
  return { from, to };
};
