// The role in a form of the team: what is allowed, what is told of the rest, and what was told already (contract 2).
import { expect, it } from 'vitest';
import { checkRole } from '../../../../src/core/applications/members/check-role.ts';
import { MEMBER_ROLES, type MemberRole } from '../../../../src/core/applications/members/member.ts';
import type { Fault } from '../../../../src/core/ground/fault.ts';

const NEW: readonly MemberRole[] = ['editor', 'viewer'];
const told = (name: string): Fault => ({ path: [name], code: 'told', detail: 'Told already.' });

it.each<[string | undefined, readonly MemberRole[], Fault[], MemberRole | undefined, string[]]>([
  ['owner', MEMBER_ROLES, [], 'owner', []],
  ['viewer', NEW, [], 'viewer', []],
  ['viewer', NEW, [told('email')], 'viewer', ['told']],
  ['Owner', MEMBER_ROLES, [], undefined, ['member-role-unknown']],
  [undefined, MEMBER_ROLES, [], undefined, ['member-role-unknown']],
  ['owner', NEW, [], undefined, ['member-role-new']],
  ['owner', NEW, [told('email')], undefined, ['told', 'member-role-new']],
  [undefined, NEW, [told('role')], undefined, ['told']],
])('contract 2: the role %s of %s, beside %o', (text, allowed, faults, role, codes) => {
  const found = [...faults];
  expect(checkRole(text, allowed, found)).toBe(role);
  expect(found.map(({ code }) => code)).toEqual(codes);
});
