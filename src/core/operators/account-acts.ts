// What support and operators may do with somebody's account, on the console and by the API (contract 29): one table of
// acts and roles, and what a token's scopes take away from it, so that no right is made from another (contract 32). The
// command line may do everything, because whoever runs it has the server.
import { type Account, isStaff, mayOwnApplications, type Role } from '../accounts/account.ts';
import { type CallerRole, mayUse, type Scope } from '../api-tokens/scope.ts';

export type AccountAct =
  /** To find accounts, and see status, devices and activity. */
  | 'look'
  /** To see role, second factors and connections too. */
  | 'look-at-all'
  | 'end-sessions'
  | 'send-reset'
  /** To see the link oneself, where no mail server sends it to the person. */
  | 'show-reset'
  | 'disable'
  | 'enable'
  | 'set-role'
  | 'remove-factors'
  | 'set-username'
  /** Besides `set-username` or `create`. */
  | 'give-reserved-name'
  | 'verify-email'
  | 'create'
  | 'delete'
  /** To give what the account owns to somebody, in the act that deletes or demotes it. */
  | 'hand-over';

const MAY: Readonly<Record<AccountAct, readonly Role[]>> = {
  look: ['support', 'operator'],
  'look-at-all': ['operator'],
  'end-sessions': ['support', 'operator'],
  'send-reset': ['support', 'operator'],
  'show-reset': ['operator'],
  disable: ['operator'],
  enable: ['operator'],
  'set-role': ['operator'],
  'remove-factors': ['operator'],
  'set-username': ['operator'],
  'give-reserved-name': ['operator'],
  'verify-email': ['operator'],
  create: ['operator'],
  delete: ['operator'],
  'hand-over': ['operator'],
};

/** What a token needs for an act besides the scope of the route (contract 32). */
const NEEDS: Readonly<Partial<Record<AccountAct, readonly Scope[]>>> = {
  'set-role': ['roles'],
  // Programs give rights to it.
  'give-reserved-name': ['roles'],
  'hand-over': ['applications', 'roles'],
};

export const ACCOUNT_ACTS = Object.keys(MAY) as readonly AccountAct[];

/** On whose accounts each role acts. Operators also act on their own, and on no other operator's. */
const ON: Readonly<Record<Role, readonly Role[]>> = {
  user: [],
  owner: [],
  support: ['user', 'owner'],
  operator: ['user', 'owner', 'support'],
};

/** The acts that a change of several members is. */
export const actsOf = ({
  role,
  disabled,
  verifiedKey,
  username,
  handOver,
}: Partial<Record<'role' | 'disabled' | 'verifiedKey' | 'handOver', unknown>> & {
  username?: { isReserved: boolean } | string | null | undefined;
}): readonly AccountAct[] => [
  ...(role === undefined ? [] : ['set-role' as const]),
  ...(disabled === undefined ? [] : [disabled ? ('disable' as const) : ('enable' as const)]),
  ...(verifiedKey === undefined ? [] : ['verify-email' as const]),
  ...(username === undefined ? [] : ['set-username' as const]),
  ...(handOver === undefined ? [] : ['hand-over' as const]),
  ...(isReservedName(username) ? ['give-reserved-name' as const] : []),
];

const isReservedName = (username: { isReserved: boolean } | string | null | undefined): boolean =>
  typeof username === 'object' && username?.isReserved === true;

/** `edits`: whether they own an application or may edit one; absent where no token asks, whom alone it concerns. */
export type ActedOn = Pick<Account, 'id' | 'role'> & { edits?: boolean };

/** Whoever acts. `scopes`: of their token; undefined for a session, which is a person who confirmed who they are. */
export type ActsAs = { id: string | undefined; role: CallerRole; scopes?: readonly Scope[] | undefined };

/** A machine token does what the operators do who made it, within its scopes. */
const asRole = (role: CallerRole): Role => (role === 'machine' ? 'operator' : role);

/** Whether they may do so at all. */
export const mayDoAct = (act: AccountAct, { role, scopes }: Omit<ActsAs, 'id'>): boolean =>
  MAY[act].includes(asRole(role)) &&
  (scopes === undefined || (NEEDS[act] ?? []).every((scope) => mayUse({ role, scopes }, scope)));

/** All that the scope `accounts:write` does to somebody with rights in applications. It takes nothing over. */
const ON_EDITORS: readonly AccountAct[] = ['end-sessions', 'disable', 'enable'];

/** What ends the rights of somebody in applications, with what it needs besides: it is about the applications. */
const ENDS_RIGHTS: readonly AccountAct[] = ['delete', 'hand-over'];
const ENDING_NEEDS: readonly Scope[] = ['applications', 'roles'];

type Caller = Parameters<typeof mayUse>[0];

/** What `accounts:write` is good for (contract 32). */
function mayWrite(act: AccountAct, caller: Caller, { role, edits = true }: ActedOn): boolean {
  if (isStaff(role)) return false;
  if (!edits && !mayOwnApplications(role)) return true;
  return (
    ON_EDITORS.includes(act) || (ENDS_RIGHTS.includes(act) && ENDING_NEEDS.every((scope) => mayUse(caller, scope)))
  );
}

/** Whether the actor may do so to this account. Looking changes nothing, so it is about nobody's role. */
export function mayActOn(act: AccountAct, actor: ActsAs, target: ActedOn): boolean {
  const { id, role, scopes } = actor;
  if (!mayDoAct(act, actor)) return false;
  if (act === 'look' || act === 'look-at-all') return true;
  const isInReach = ON[asRole(role)].includes(target.role) || (role === 'operator' && id === target.id);
  return isInReach && (scopes === undefined || act === 'set-role' || mayWrite(act, { role, scopes }, target));
}

/** The acts that creating an account with this role is. */
export const actsOfCreating = (role: Role, hasReservedName = false): readonly AccountAct[] => [
  'create',
  ...(role === 'user' ? [] : ['set-role' as const]),
  ...(hasReservedName ? ['give-reserved-name' as const] : []),
];
