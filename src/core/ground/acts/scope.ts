// What an API token may do (contract 29, 32), and which roles may use which scope. A token never does more than its
// person: a scope that the role may not use counts for nothing, at every call.
import type { Role } from '../accounts/account.ts';
import type { Fault } from '../fault.ts';

export const SCOPES = [
  'applications',
  'accounts:read',
  'accounts:write',
  'policy',
  'audit',
  'groups',
  'apis',
  'roles',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Whoever calls: a person with a role, or a machine token, which is nobody's. */
export type CallerRole = Role | 'machine';

/** What a program of a person may have: never a right to make rights of. */
export const PERSON_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'roles');

/** The longest life of a person's token with any scope besides `applications`, and of a machine's with `roles`. */
export const MAX_STAFF_SCOPE_DAYS = 90;

export const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

/** In the order of `SCOPES`. Users and support may use `applications` as members of one. */
const OF_ROLE: Readonly<Record<CallerRole, readonly Scope[]>> = {
  user: ['applications'],
  owner: ['applications'],
  support: ['applications', 'accounts:read', 'accounts:write'],
  operator: PERSON_SCOPES,
  machine: SCOPES,
};

export const scopesOf = (role: CallerRole): readonly Scope[] => OF_ROLE[role];

/** Whether a token may be used where `scope` is required: it has the scope, and its person's role may use it. */
export const mayUse = (caller: { role: CallerRole; scopes: readonly Scope[] }, scope: Scope): boolean =>
  caller.scopes.includes(scope) && scopesOf(caller.role).includes(scope);

/** Whether a token with the scope ends within `MAX_STAFF_SCOPE_DAYS`. Those of machines have a bound of their own. */
const isBrief = (scope: Scope, role: CallerRole): boolean =>
  role === 'machine' ? scope === 'roles' : scope !== 'applications';

/**
 * @param scopes as given, unknown ones included
 * @param days until the token expires; 0: never
 * @returns faults with the paths `['scopes']`, `['scopes', index]` and `['days']`
 */
export function checkScopes(scopes: readonly string[], { role, days }: { role: CallerRole; days: number }): Fault[] {
  if (scopes.length === 0) {
    return [{ path: ['scopes'], code: 'api-token-scopes-missing', detail: 'Choose at least one scope.' }];
  }
  const refused = scopes.flatMap((scope, index): Fault[] => {
    if (!isScope(scope)) {
      const detail = `The scope is not valid; allowed: ${(role === 'machine' ? SCOPES : PERSON_SCOPES).join(', ')}.`;
      return [{ path: ['scopes', index], code: 'api-token-scope-unknown', detail }];
    }
    if (scopesOf(role).includes(scope)) return [];
    const detail = `The role ${role} cannot use the scope ${scope}.`;
    return [{ path: ['scopes', index], code: 'api-token-scope-role', detail }];
  });
  const livesTooLong = days === 0 || days > MAX_STAFF_SCOPE_DAYS;
  if (!livesTooLong || !scopes.some((scope) => isScope(scope) && isBrief(scope, role))) return refused;
  const [code, which] =
    role === 'machine'
      ? ['machine-token-days-roles', 'the scope roles']
      : ['api-token-days-staff', 'other scopes than applications'];
  const detail = `A token with ${which} expires after 1 to ${MAX_STAFF_SCOPE_DAYS} days.`;
  return [...refused, { path: ['days'], code, detail }];
}

/** Each scope once, in the order of `SCOPES`. */
export const toScopes = (scopes: readonly string[]): Scope[] => SCOPES.filter((scope) => scopes.includes(scope));
