// Which members may become the owner, as whoever looks at the team sees it (contract 2, decision 71).
import { expect, it } from 'vitest';
import type { Caller } from '../../../../src/core/applications/applications/find-application.ts';
import { listMembers } from '../../../../src/core/applications/members/manage-members.ts';
import type { Member } from '../../../../src/core/applications/members/member.ts';
import type { Ports } from '../../../../src/core/applications/ports.ts';
import { someApplication } from '../../../contract/stores/given.ts';

const CALLER: Caller = { accountId: 'owner', role: 'owner' };

it.each([
  [true, ['user', 'role', 'inactive', undefined]],
  [false, ['role', 'role', 'inactive', undefined]],
])(
  'contract 2: a plain user may become the owner by accepting only where ownership is open: %s',
  async (open, shown) => {
    const application = someApplication('owner');
    const stored = (['user', 'role', 'inactive', undefined] as const).map((cannotOwn) => ({ cannotOwn }) as Member);
    const deps = {
      applications: { find: async () => application },
      members: { list: async () => stored },
      rules: { openOwnership: open },
    } as unknown as Ports;
    const listed = await listMembers(deps, { caller: CALLER, applicationId: application.id });
    expect(listed?.map(({ cannotOwn }) => cannotOwn)).toEqual(shown);
  },
);
