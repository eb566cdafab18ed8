// Lists of roles for SQL, made by the predicates of core, so that a rule about roles stands in one place.
import { isStaff, mayOwnApplications, ROLES, type Role } from '../core/accounts/account.ts';

const listOf = (is: (role: Role) => boolean): string =>
  `(${ROLES.filter(is)
    .map((role) => `'${role}'`)
    .join(', ')})`;

/** Roles of those who work for the service. */
export const STAFF = listOf(isStaff);
/** Roles of those who may own applications. */
export const MAY_OWN = listOf(mayOwnApplications);
