// One reading of a member's role for every form that takes one.

import { applicationFault } from '../applications/application-faults.ts';
import type { Fault } from '../fault.ts';
import { MEMBER_ROLES, type MemberRole } from './member.ts';

/** The role among those allowed; undefined: a fault was added, unless one about the role is there already. */
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
