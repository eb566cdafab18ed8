// Lists of roles for SQL, made by the predicates of core, so that a rule about roles stands in one place, for both
// databases.
import { isStaff, mayOwnApplications, ROLES, type Role } from '../core/ground/accounts/account.ts';

const listOf = (is: (role: Role) => boolean): string =>
  `(${ROLES.filter(is)
    .map((role) => `'${role}'`)
    .join(', ')})`;

/** Roles of those who work for the service. */
export const STAFF = listOf(isStaff);
/** Roles of those who may own applications. */
export const MAY_OWN = listOf(mayOwnApplications);

/** Condition: the account `u` may manage the team of the application `a`. */
export const MAY_MANAGE = `u.disabled_at is null and u.leaving_since is null
  and (u.role = 'operator' or (u.role in ${MAY_OWN} and a.owner_id = u.id))`;
