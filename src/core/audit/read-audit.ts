// The audit as a page shows it: to operators whole, to the members of an application what concerns it. Members learn
// who of their team acted; of operators, and of people who are not in the team, they learn no id and no address.
import { type Caller, findApplication } from '../applications/find-application.ts';
import type { Member } from '../members/member.ts';
import type { Ports } from '../ports.ts';
import type { AuditEntry } from './act.ts';
import type { AuditFilter, AuditRange } from './audit-store.ts';
import { rangeOfTimes } from './entries-of-times.ts';

/** `from` and `to`: times in ms, `to` itself left out. */
type Page = { beforeId: number | undefined; limit: number } & Pick<AuditRange, 'from' | 'to'>;

/** For operators. The newest first. */
export async function readAudit(
  { audit }: Pick<Ports, 'audit'>,
  { limit, ...input }: AuditFilter & Page,
): Promise<{ entries: readonly AuditEntry[]; more: boolean }> {
  const range = await rangeOfTimes({ audit }, input);
  const found = await audit.list({ ...input, ...range, limit: limit + 1 });
  return { entries: found.slice(0, limit), more: found.length > limit };
}

/** Who acted. `someone`: who has left the team, or was refused before they were in it. */
export type ActorForMembers = { kind: 'member'; email: string } | { kind: 'operator' | 'server' | 'someone' };

export type EntryForMembers = Pick<AuditEntry, 'id' | 'at' | 'action' | 'entry' | 'fields' | 'refusal'> & {
  by: ActorForMembers;
  /** By an API token of theirs. */
  byToken: boolean;
  /** Address of the member that it is about; undefined: it is about no member. */
  about: string | undefined;
};

/** Undefined when the application does not exist or is not the caller's. */
export async function readApplicationAudit(
  deps: Pick<Ports, 'applications' | 'members' | 'audit'>,
  { caller, ...page }: { caller: Caller; applicationId: string } & Pick<AuditFilter, 'accountId' | 'action'> & Page,
): Promise<{ entries: readonly EntryForMembers[]; members: readonly Member[]; more: boolean } | undefined> {
  const application = await findApplication(deps, { caller, id: page.applicationId });
  if (!application) return undefined;
  const members = await deps.members.list(application.id);
  const emails = new Map(members.map(({ accountId, email }) => [accountId, email]));
  // Whoever is not in the team is not looked for.
  const accountId = emails.has(page.accountId ?? '') ? page.accountId : undefined;
  const { entries, more } = await readAudit(deps, { ...page, accountId });
  return { entries: entries.map((entry) => forMembers(entry, emails)), members, more };
}

function forMembers(entry: AuditEntry, emails: ReadonlyMap<string, string>): EntryForMembers {
  const { id, at, action, fields, refusal } = entry;
  const about = entry.subjectId === undefined ? undefined : emails.get(entry.subjectId);
  const by = actorOf(entry, emails);
  return { id, at, action, entry: entry.entry, fields, refusal, by, byToken: entry.tokenId !== undefined, about };
}

function actorOf({ role, accountId = '' }: AuditEntry, emails: ReadonlyMap<string, string>): ActorForMembers {
  const email = emails.get(accountId);
  if (email !== undefined) return { kind: 'member', email };
  return { kind: role === 'server' || role === 'operator' ? role : 'someone' };
}
