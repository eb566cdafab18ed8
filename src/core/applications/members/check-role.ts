// Reads a member's role, in the same way for every form.

import type { Fault } from '../../ground/fault.ts';
import { applicationFault } from '../applications/application-faults.ts';
import { MEMBER_ROLES, type MemberRole } from './member.ts';

/** @returns the role if it is allowed; otherwise undefined, with an input error unless the role has one already */
export function checkRole<Role extends MemberRole>(
  text: string | undefined,
  allowed: readonly Role[],
  faults: Fault[],
): Role | undefined {
  const role = allowed.find((name) => name === text);
  if (!role && !faults.some(({ path }) => path[0] === 'role')) {
    const code = allowed.length === MEMBER_ROLES.length ? 'member-role-unknown' : 'member-role-new';
    faults.push(applicationFault(['role'], code));
  }
  return role;
}
