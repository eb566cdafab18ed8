// What support and operators may do with somebody's account, on the console and by the API (contract 29): one table of
// acts and roles. The command line may do everything, because whoever runs it has the server.
import type { Account, Role } from '../accounts/account.ts';

export type AccountAct =
  /** To find accounts, and see status, devices and activity. */
  | 'look'
  /** To see role, second factors and connections too. */
  | 'look-at-all'
  | 'end-sessions'
  | 'send-reset'
  | 'disable'
  | 'enable'
  | 'set-role'
  | 'remove-factors'
  | 'set-username'
  | 'verify-email'
  | 'create'
  | 'delete';

const MAY: Readonly<Record<AccountAct, readonly Role[]>> = {
  look: ['support', 'operator'],
  'look-at-all': ['operator'],
  'end-sessions': ['support', 'operator'],
  'send-reset': ['support', 'operator'],
  disable: ['operator'],
  enable: ['operator'],
  'set-role': ['operator'],
  'remove-factors': ['operator'],
  'set-username': ['operator'],
  'verify-email': ['operator'],
  create: ['operator'],
  delete: ['operator'],
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
}: Partial<Record<'role' | 'disabled' | 'verifiedKey' | 'username', unknown>>): readonly AccountAct[] => [
  ...(role === undefined ? [] : ['set-role' as const]),
  ...(disabled === undefined ? [] : [disabled ? ('disable' as const) : ('enable' as const)]),
  ...(verifiedKey === undefined ? [] : ['verify-email' as const]),
  ...(username === undefined ? [] : ['set-username' as const]),
];

type Somebody = Pick<Account, 'id' | 'role'>;

/** Whoever acts; `machine`: a machine token, which operators made for what they do themselves. */
export type ActorRole = Role | 'machine';

const asRole = (role: ActorRole): Role => (role === 'machine' ? 'operator' : role);

/** Whether the role may do so at all. */
export const mayDoAct = (act: AccountAct, role: ActorRole): boolean => MAY[act].includes(asRole(role));

/** Whether the actor may do so to this account. Looking changes nothing, so it is about nobody's role. */
export function mayActOn(
  act: AccountAct,
  actor: { id: string | undefined; role: ActorRole },
  target: Somebody,
): boolean {
  if (!mayDoAct(act, actor.role)) return false;
  if (act === 'look' || act === 'look-at-all' || ON[asRole(actor.role)].includes(target.role)) return true;
  return actor.role === 'operator' && actor.id === target.id;
}
