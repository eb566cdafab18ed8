// What support and operators may do with somebody's account, on the console and by the API (contract 29): one table of
// acts, with the roles that may do each and what a token's scopes take away from it, so that no right is made from
// another (contract 32). The command line may do everything, because whoever runs it has the server.
import { type Account, isStaff, mayOwnApplications, type Role } from '../accounts/account.ts';
import { type CallerRole, mayUse, type Scope } from './scope.ts';

type Description = {
  /** The roles that may do it. */
  by: readonly Role[];
  /**
   * `look`: it changes nothing · `of-others`: it is about groups or APIs, not about an account's rights · `part`: only
   * within another act · absent: an act that is done by itself.
   */
  kind?: 'look' | 'of-others' | 'part';
  /** What a token needs besides the scope of the route (contract 32). */
  needs?: readonly Scope[];
  /** The same, to somebody with rights in applications; absent: `accounts:write` does it to none of them. */
  toEditors?: readonly Scope[];
  form?: ActForm;
};

/** The form of the console's page of an account. */
type ActForm = {
  /** What the page says when it was done. */
  done: string;
  /** What it says when there was nothing to do; absent: somebody else did it, or deleted the account. */
  nothing?: 'no-factors';
  /** Nobody loses anything by it. */
  calm?: true;
  /** The only accounts on whose page it is; absent: on all. */
  of?: 'enabled' | 'disabled';
};

const OPERATOR = ['operator'] as const;
const STAFF = ['support', 'operator'] as const;

/** In the order of the page's forms: what takes something from the person comes last. */
const DESCRIBED = {
  /** To find accounts, and see status, devices and activity. */
  look: { kind: 'look', by: STAFF },
  /** To see role, second factors and connections too. */
  'look-at-all': { kind: 'look', by: OPERATOR },
  'end-sessions': { by: STAFF, toEditors: [], form: { done: 'sessions-ended', calm: true } },
  'send-reset': { by: STAFF, form: { done: 'reset-sent', calm: true } },
  /** To see the link oneself, where no mail server sends it to the person. */
  'show-reset': { kind: 'part', by: OPERATOR },
  enable: { by: OPERATOR, toEditors: [], form: { done: 'account-enabled', calm: true, of: 'disabled' } },
  'set-role': { by: OPERATOR, needs: ['roles'], form: { done: 'role-changed', calm: true } },
  'remove-factors': { by: OPERATOR, form: { done: 'factors-removed', nothing: 'no-factors' } },
  disable: { by: OPERATOR, toEditors: [], form: { done: 'account-disabled', of: 'enabled' } },
  delete: { by: OPERATOR, toEditors: ['applications', 'roles'], form: { done: 'account-deleted' } },
  'set-username': { by: OPERATOR },
  /** Besides `set-username` or `create`. Programs give rights to it. */
  'give-reserved-name': { kind: 'part', by: OPERATOR, needs: ['roles'] },
  'verify-email': { by: OPERATOR },
  create: { by: OPERATOR },
  /** To make and change groups, and who is in them. */
  'change-groups': { kind: 'of-others', by: OPERATOR, needs: ['groups'] },
  /** To make and change APIs, their secrets, and which programs have their scopes. */
  'change-apis': { kind: 'of-others', by: OPERATOR, needs: ['apis'] },
  /** To give what the account owns to somebody, in the act that deletes or demotes it: it is about the applications. */
  'hand-over': {
    ...{ kind: 'part', by: OPERATOR },
    ...{ needs: ['applications', 'roles'], toEditors: ['applications', 'roles'] },
  },
} as const satisfies Readonly<Record<string, Description>>;

type Described = typeof DESCRIBED;
type ActsWith<Member> = { [Act in keyof Described]: Described[Act] extends Member ? Act : never }[keyof Described];

export type AccountAct = keyof Described;
/** Each has a command, and an operation of the API or a reason to have none. */
export type WholeAct = Exclude<AccountAct, ActsWith<{ kind: string }>>;
/** Each has a form on the page of an account. */
export type FormAct = ActsWith<{ form: ActForm }>;

export const ACCOUNT_ACTS = Object.keys(DESCRIBED) as readonly AccountAct[];
export const FORM_ACTS = ACCOUNT_ACTS.filter((act): act is FormAct => 'form' in DESCRIBED[act]);

export const formOfAct = (act: FormAct): ActForm & { done: Described[FormAct]['form']['done'] } => DESCRIBED[act].form;

/** Those of the acts whose form is on the page of an account in this state. `calm`: nobody loses anything by it. */
export const formsAmong = (
  acts: readonly FormAct[],
  { disabledAt }: Pick<Account, 'disabledAt'>,
): readonly { act: FormAct; calm: boolean }[] =>
  acts
    .map((act) => ({ act, ...formOfAct(act) }))
    .filter(({ of }) => of === undefined || (of === 'disabled') === (disabledAt !== undefined))
    .map(({ act, calm = false }) => ({ act, calm }));

const describe = (act: AccountAct): Description => DESCRIBED[act];

/** What a token needs for it besides the scope of the route. */
export const scopesFor = (act: AccountAct): readonly Scope[] => describe(act).needs ?? [];

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
  describe(act).by.includes(asRole(role)) &&
  (scopes === undefined || scopesFor(act).every((scope) => mayUse({ role, scopes }, scope)));

type Caller = Parameters<typeof mayUse>[0];

/** What `accounts:write` is good for (contract 32). */
function mayWrite(act: AccountAct, caller: Caller, { role, edits = true }: ActedOn): boolean {
  if (isStaff(role)) return false;
  if (!edits && !mayOwnApplications(role)) return true;
  return describe(act).toEditors?.every((scope) => mayUse(caller, scope)) ?? false;
}

/** Whether the actor may do so to this account. Looking changes nothing, and groups are about nobody's role. */
export function mayActOn(act: AccountAct, actor: ActsAs, target: ActedOn): boolean {
  const { id, role, scopes } = actor;
  if (!mayDoAct(act, actor)) return false;
  const { kind } = describe(act);
  if (kind === 'look' || kind === 'of-others') return true;
  const isInReach = ON[asRole(role)].includes(target.role) || (role === 'operator' && id === target.id);
  return isInReach && (scopes === undefined || act === 'set-role' || mayWrite(act, { role, scopes }, target));
}

/** The acts that creating an account with this role is. */
export const actsOfCreating = (role: Role, hasReservedName = false): readonly AccountAct[] => [
  'create',
  ...(role === 'user' ? [] : ['set-role' as const]),
  ...(hasReservedName ? ['give-reserved-name' as const] : []),
];
