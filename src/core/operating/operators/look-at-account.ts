// What support and operators see of one account (contract 29): never a password, token, code or secret.
import { type Account, mayOwnApplications, statusOf } from '../../ground/accounts/account.ts';
import type { OwnedApplication } from '../../ground/acts/acting.ts';
import type { Activity, ActivityKind } from '../../people/activities/activity.ts';
import type { ShownGroup } from '../../people/groups/group.ts';
import type { AuditEntry } from '../../server/audit/act.ts';
import type { Session } from '../../sign-in/sessions/session.ts';
import { readAudit } from '../audit/read-audit.ts';
import type { Ports } from '../ports.ts';

export type AccountLook = {
  account: Account;
  /** Devices that are signed in, last used first. */
  sessions: readonly Session[];
  moreSessions: boolean;
  /** Why somebody cannot sign in or was signed out; the newest first. */
  history: readonly SignInEvent[];
  /** What was done to the account, or seen of it, by others; the newest first. */
  activity: readonly AuditEntry[];
  moreActivity: boolean;
  /** Undefined: the role of whoever looks does not show it. */
  rest: AccountRest | undefined;
};

/** What tells of neither second factors nor applications, which support does not see. */
export const SIGN_IN_EVENTS = [
  'signed-in',
  'sign-in-failed',
  'new-device',
  'signed-out',
  'sign-ins-ended',
  'password-changed',
  'email-changed',
  'account-disabled',
  'account-enabled',
  'account-leaving',
  'account-restored',
] as const satisfies readonly ActivityKind[];

export type SignInEvent = Pick<Activity, 'id' | 'at'> & {
  kind: (typeof SIGN_IN_EVENTS)[number];
  data: Pick<Activity['data'], 'userAgent' | 'network' | 'times'>;
};

export type AccountRest = {
  /** When the authenticator app was set up; undefined: there is none. */
  codesSince: number | undefined;
  recoveryCodes: number;
  passkeys: readonly { name: string; createdAt: number; lastUsedAt: number | undefined }[];
  /** What has to be handed over or deleted before the account can be deleted. */
  owned: readonly OwnedApplication[];
  /** Who could get all of them at once, besides an operator who acts; in order of joining the first. */
  newOwners: readonly Pick<Account, 'id' | 'email'>[];
  groups: readonly ShownGroup[];
  connections: readonly {
    applicationId: string;
    name: string;
    sub: string;
    createdAt: number;
    lastUsedAt: number | undefined;
  }[];
};

type Deps = Pick<
  Ports,
  | 'accounts'
  | 'sessions'
  | 'activities'
  | 'audit'
  | 'factors'
  | 'passkeys'
  | 'connections'
  | 'members'
  | 'groups'
  | 'clock'
>;

const SESSIONS_SHOWN = 50;
const ACTIVITY_SHOWN = 50;
const HISTORY_SHOWN = 20;
/** Among them are looks of others, which the audit shows. */
const HISTORY_READ = 200;

/**
 * @param input `all`: whether the role shows role, factors and connections too; `looks`: whether the activity has looks
 * @returns undefined: no such account
 */
export async function lookAtAccount(
  deps: Deps,
  { id, all, looks = false }: { id: string; all: boolean; looks?: boolean },
): Promise<AccountLook | undefined> {
  const account = await deps.accounts.find(id);
  if (!account) return undefined;
  const [sessions, activities, activity] = await Promise.all([
    deps.sessions.listByAccount(id, deps.clock.now(), SESSIONS_SHOWN + 1),
    deps.activities.listByAccount({ accountId: id, limit: HISTORY_READ }),
    readAudit(deps, { subjectId: id, withoutLooks: !looks, beforeId: undefined, limit: ACTIVITY_SHOWN }),
  ]);
  return {
    account,
    sessions: sessions.slice(0, SESSIONS_SHOWN),
    moreSessions: sessions.length > SESSIONS_SHOWN,
    history: activities.flatMap(signInEvent).slice(0, HISTORY_SHOWN),
    activity: activity.entries,
    moreActivity: activity.nextBefore !== undefined,
    rest: all ? await restOf(deps, id) : undefined,
  };
}

function signInEvent({ id, at, kind, data }: Activity): SignInEvent[] {
  const told = SIGN_IN_EVENTS.find((one) => one === kind);
  const { userAgent, network, times } = data;
  return told ? [{ id, at, kind: told, data: { userAgent, network, times } }] : [];
}

async function restOf(deps: Deps, id: string): Promise<AccountRest> {
  const { accounts, factors, passkeys, connections, members, groups } = deps;
  const [codes, recoveryCodes, keys, connected, owned, joined] = await Promise.all([
    factors.find(id),
    factors.countRecoveryCodes(id),
    passkeys.listByAccount(id),
    connections.listByAccount(id),
    members.listOwned(id),
    groups.listByAccount(id),
  ]);
  return {
    codesSince: codes?.createdAt,
    recoveryCodes,
    owned,
    groups: joined,
    newOwners: await newOwnersOf({ accounts, members }, owned),
    passkeys: keys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
    connections: connected.map(({ connection: { sub, createdAt, lastUsedAt }, application }) => ({
      ...{ applicationId: application.id, name: application.name, sub, createdAt, lastUsedAt },
    })),
  };
}

/** Members of each application who may own some. The statement that hands over decides (`hand-over.ts`). */
async function newOwnersOf(
  { accounts, members }: Pick<Deps, 'accounts' | 'members'>,
  owned: readonly OwnedApplication[],
): Promise<AccountRest['newOwners']> {
  let ids: string[] | undefined;
  for (const { id } of owned) {
    const team = (await members.list(id)).filter(({ role }) => role !== 'owner').map(({ accountId }) => accountId);
    ids = ids?.filter((one) => team.includes(one)) ?? team;
    if (ids.length === 0) return [];
  }
  const found = await Promise.all((ids ?? []).map((id) => accounts.find(id)));
  return found.flatMap((account) =>
    account && statusOf(account) === 'active' && mayOwnApplications(account.role)
      ? [{ id: account.id, email: account.email }]
      : [],
  );
}
