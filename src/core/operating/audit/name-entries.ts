// What the ids in entries of the audit are called today, for operators. What is deleted has no name: the audit keeps
// none.
import type { Invitation } from '../../applications/members/invitation.ts';
import type { AuditEntry } from '../../server/audit/act.ts';
import { kindOfAction } from '../../server/audit/audit-actions.ts';
import type { Ports } from '../ports.ts';

/** By id. */
export type EntryNames = {
  /** Email addresses. */
  accounts: ReadonlyMap<string, string>;
  applications: ReadonlyMap<string, string>;
  groups: ReadonlyMap<string, string>;
  machineTokens: ReadonlyMap<string, string>;
  /** Those that are open. */
  invitations: ReadonlyMap<string, Pick<Invitation, 'email' | 'role'>>;
};

type Deps = Pick<Ports, 'accounts' | 'applications' | 'groups' | 'machineTokens' | 'invitations' | 'clock'>;

/** Reads each once, and one list for each kind of token. */
export async function nameEntries(deps: Deps, entries: readonly AuditEntry[]): Promise<EntryNames> {
  const kinds = entries.map(({ action }) => kindOfAction(action));
  const idsOf = (of: (entry: AuditEntry, at: number) => string | undefined) =>
    [...new Set(entries.map(of))].filter((id) => id !== undefined);
  const accountIds = idsOf(({ accountId }) => accountId).concat(idsOf(({ subjectId }) => subjectId));
  const applicationIds = idsOf(({ applicationId }) => applicationId);
  const groupIds = idsOf(({ entry }, at) => (kinds[at]?.startsWith('group-') ? entry : undefined));
  const inviting = idsOf(({ applicationId }, at) => (kinds[at]?.includes('invited') ? applicationId : undefined));
  const [accounts, applications, groups, machineTokens, invitations] = await Promise.all([
    named(accountIds, async (id) => (await deps.accounts.find(id))?.email),
    named(applicationIds, async (id) => (await deps.applications.find(id))?.name),
    named(groupIds, async (id) => {
      const group = await deps.groups.find(id);
      return group && (group.label ?? group.name);
    }),
    entries.some(({ role }) => role === 'machine') ? deps.machineTokens.list() : [],
    Promise.all(inviting.map((id) => deps.invitations.list(id, deps.clock.now()))),
  ]);
  return {
    ...{ accounts, applications, groups },
    machineTokens: new Map(machineTokens.map(({ id, name }) => [id, name])),
    invitations: new Map(invitations.flat().map(({ id, email, role }) => [id, { email, role }])),
  };
}

async function named(
  ids: readonly string[],
  nameOf: (id: string) => Promise<string | undefined>,
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all([...new Set(ids)].map(async (id) => [id, await nameOf(id)] as const));
  return new Map(found.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])));
}
