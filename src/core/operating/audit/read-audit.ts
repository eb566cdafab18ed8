// The audit as a page shows it: to operators whole, to the members of an application what concerns it. Members learn
// who of their team acted; of operators, and of people who are not in the team, they learn no id and no address.
import { type Caller, findApplication } from '../../applications/applications/find-application.ts';
import type { Invitation } from '../../applications/members/invitation.ts';
import type { Member } from '../../applications/members/member.ts';
import type { AuditEntry } from '../../server/audit/act.ts';
import { type AuditKind, isLook, kindOfAction } from '../../server/audit/audit-actions.ts';
import type { AuditFilter, AuditRange, AuditStore } from '../../server/audit/audit-store.ts';
import { rangeOfTimes } from '../../server/audit/find-by-time.ts';
import type { Ports } from '../ports.ts';

/** `from` and `to`: times in ms, `to` itself left out. */
type Page = { beforeId: number | undefined; limit: number } & Pick<AuditRange, 'from' | 'to'>;

type Wanted = {
  /** In place of one action: any of these. */
  actions?: readonly string[] | undefined;
  /** Leaves looks out. */
  withoutLooks?: boolean;
};

/** Of one read while looks are left out; the last read, too, when so many were read for one page. */
const BATCH = 250;
const MOST_READ = 2000;

/**
 * For operators. The newest first. Where looks are left out and there are few changes among many, a page has fewer
 * entries than `limit`, or none, so that no request reads the whole audit.
 * @returns `nextBefore`: `beforeId` of the next page; undefined: there is none
 */
export async function readAudit(
  { audit }: Pick<Ports, 'audit'>,
  { limit, actions, withoutLooks = false, ...input }: AuditFilter & Wanted & Page,
): Promise<{ entries: readonly AuditEntry[]; nextBefore: number | undefined }> {
  const range = await rangeOfTimes({ audit }, input);
  const size = withoutLooks ? BATCH : limit + 1;
  const entries: AuditEntry[] = [];
  let { beforeId } = range;
  for (let read = 0; ; ) {
    const batch = await listAny(audit, actions, { ...input, ...range, beforeId, limit: size });
    for (const entry of batch) {
      const isShown = !withoutLooks || !isLook(entry);
      if (isShown && entries.length === limit) return { entries, nextBefore: beforeId };
      if (isShown) entries.push(entry);
      beforeId = entry.id;
    }
    read += batch.length;
    if (batch.length < size) return { entries, nextBefore: undefined };
    if (read >= MOST_READ) return { entries, nextBefore: beforeId };
  }
}

/** Each action has an index of its own, which one statement over several would not use. */
async function listAny(
  audit: Pick<AuditStore, 'list'>,
  actions: readonly string[] | undefined,
  page: Parameters<AuditStore['list']>[0],
): Promise<readonly AuditEntry[]> {
  if (!actions) return audit.list(page);
  const lists = await Promise.all(actions.map((action) => audit.list({ ...page, action })));
  return lists
    .flat()
    .sort((one, other) => other.id - one.id)
    .slice(0, page.limit);
}

/** The entries of a filter, the newest first, read page by page; at most `most`. */
export async function* exportAudit<Entry extends { id: number }>(
  read: (beforeId: number | undefined) => Promise<{ entries: readonly Entry[]; nextBefore: number | undefined }>,
  most: number,
): AsyncGenerator<Entry> {
  let left = most;
  for (let beforeId: number | undefined; left > 0; ) {
    const { entries, nextBefore } = await read(beforeId);
    yield* entries.slice(0, left);
    left -= entries.length;
    if (nextBefore === undefined) return;
    beforeId = nextBefore;
  }
}

/** Who acted. `someone`: who has left the team, or was refused before they were in it. */
export type ActorForMembers = { kind: 'member'; email: string } | { kind: 'operator' | 'server' | 'someone' };

export type EntryForMembers = Pick<AuditEntry, 'id' | 'at' | 'action' | 'entry' | 'fields' | 'refusal'> & {
  /** What kind of act it is; undefined: one without a sentence. */
  kind: AuditKind | undefined;
  by: ActorForMembers;
  /** By an API token of theirs. */
  byToken: boolean;
  /** Address of the member that it is about; undefined: it is about no member. */
  about: string | undefined;
  /** The open invitation that it is about. */
  invited: Pick<Invitation, 'email' | 'role'> | undefined;
};

/** Undefined when the application does not exist or is not the caller's. */
export async function readApplicationAudit(
  deps: Pick<Ports, 'applications' | 'members' | 'invitations' | 'audit' | 'clock'>,
  input: { caller: Caller; applicationId: string } & Pick<AuditFilter, 'accountId' | 'action'> & Wanted & Page,
): Promise<
  { entries: readonly EntryForMembers[]; members: readonly Member[]; nextBefore: number | undefined } | undefined
> {
  const { caller, ...page } = input;
  const application = await findApplication(deps, { caller, id: page.applicationId });
  if (!application) return undefined;
  const members = await deps.members.list(application.id);
  const emails = new Map(members.map(({ accountId, email }) => [accountId, email]));
  const invitations = await deps.invitations.list(application.id, deps.clock.now());
  // Whoever is not in the team is not looked for.
  const accountId = emails.has(page.accountId ?? '') ? page.accountId : undefined;
  const { entries, nextBefore } = await readAudit(deps, { ...page, accountId });
  return { entries: entries.map((entry) => forMembers(entry, emails, invitations)), members, nextBefore };
}

function forMembers(
  entry: AuditEntry,
  emails: ReadonlyMap<string, string>,
  invitations: readonly Invitation[],
): EntryForMembers {
  const { id, at, action, fields, refusal } = entry;
  const about = entry.subjectId === undefined ? undefined : emails.get(entry.subjectId);
  const by = actorOf(entry, emails);
  const found = invitations.find((invitation) => invitation.id === entry.entry);
  const invited = found && { email: found.email, role: found.role };
  const byToken = entry.tokenId !== undefined;
  const kind = kindOfAction(action);
  return { id, at, action, kind, entry: entry.entry, fields, refusal, by, byToken, about, invited };
}

function actorOf({ role, accountId = '' }: AuditEntry, emails: ReadonlyMap<string, string>): ActorForMembers {
  const email = emails.get(accountId);
  if (email !== undefined) return { kind: 'member', email };
  return { kind: role === 'server' || role === 'operator' ? role : 'someone' };
}
