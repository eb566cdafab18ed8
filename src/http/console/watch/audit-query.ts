// The parameters of the audit's pages: filters, and where a page begins. The audit keeps the ids that somebody looked
// for, never what else they typed: names are looked up first.
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../../core/applications/applications/find-application.ts';
import { searchApplications } from '../../../core/applications/applications/list-applications.ts';
import { readEmailAddress } from '../../../core/ground/accounts/email.ts';
import { ID } from '../../../core/ground/secrets.ts';
import type { Ports } from '../../../core/operating/ports.ts';
import { ACTIONS_OF_KINDS, AUDIT_KINDS } from '../../../core/server/audit/audit-actions.ts';
import type { TypedPeriod } from '../../../core/server/audit/read-period.ts';
import { CHOOSE } from '../../../views/console/watch/audit-rows.tsx';
import { queryOf } from '../../wire/request-parts.ts';

/** With their ids, as many as a page of 30 kB has room for. */
export const AUDIT_PAGE_SIZE = 12;
/** An export has at most so many entries. */
export const MOST_EXPORTED = 100_000;

const read = (request: FastifyRequest, name: string): string => queryOf(request).get(name)?.trim() ?? '';

export const readId = (request: FastifyRequest, name: 'account'): string | undefined =>
  ID.test(read(request, name)) ? read(request, name) : undefined;

/** What was typed, and whom or what it means; `found` undefined: nobody and nothing. */
export type Named = { typed: string; found: string | undefined };

/** An id, or an email address. Whoever is deleted is found by the id alone. */
export async function readPerson(ports: Pick<Ports, 'accounts'>, request: FastifyRequest, name: 'account' | 'subject') {
  const typed = read(request, name);
  if (typed === '' || ID.test(typed)) return { typed, found: typed || undefined };
  const address = readEmailAddress(typed);
  return { typed, found: address && (await ports.accounts.findByEmailKey(address.emailKey))?.id };
}

const MOST_ALIKE = 20;

/** An id, or a name: that of the application that is called so, or of the only one whose name contains it. */
export async function readApplication(ports: Pick<Ports, 'applications'>, request: FastifyRequest, caller: Caller) {
  const typed = read(request, 'application');
  if (typed === '' || ID.test(typed)) return { typed, found: typed || undefined };
  const search = { text: typed, order: 'name' } as const;
  const { applications } = await searchApplications(ports, { caller, search, limit: MOST_ALIKE });
  const same = applications.filter(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const [only, other] = same.length > 0 ? same : applications;
  return { typed, found: other ? undefined : only?.id };
}

/** `action`: a kind of act, or the name of one action. `looks`: whether looks are shown. */
export function readActs(request: FastifyRequest): {
  action: string | undefined;
  actions: readonly string[] | undefined;
  looks: boolean;
} {
  const typed = read(request, 'action');
  const action = /^[ -~]{1,80}$/.test(typed) ? typed : undefined;
  const kind = AUDIT_KINDS.find((one) => one === action);
  const actions = kind ? ACTIONS_OF_KINDS[kind] : action === undefined ? undefined : [action];
  return { action, actions, looks: read(request, 'looks') === 'on' };
}

/** Whether the list of all kinds of acts is asked for. */
export const isChoosing = (request: FastifyRequest): boolean => queryOf(request).has(CHOOSE);

export function readBefore(request: FastifyRequest): number | undefined {
  const before = read(request, 'before');
  return /^[1-9]\d{0,14}$/.test(before) ? Number(before) : undefined;
}

/** As typed; '': why an export is made was not said. */
export const readReason = (request: FastifyRequest): string => read(request, 'reason').slice(0, 200);

/** As typed: the page shows it again, with what is wrong with it. The audit does not keep it. */
export const readTypedPeriod = (request: FastifyRequest): TypedPeriod => ({
  from: read(request, 'from'),
  to: read(request, 'to'),
});
