// Who may use the console (contract 2): plain users only as members of an application, of whichever role.
import { expect, it, vi } from 'vitest';
import { mayUseConsole } from '../../../../src/core/applications/members/may-use-console.ts';
import type { Ports } from '../../../../src/core/applications/ports.ts';

it.each([
  ['user', 0, false],
  ['user', 1, true],
  ['owner', 0, true],
  ['support', 0, true],
  ['operator', 0, true],
] as const)('contract 2: a person with the role %s in %d applications: %s', async (role, applications, may) => {
  const list = vi.fn(async () => Array.from({ length: applications }, () => ({})));
  const deps = { applications: { list } } as unknown as Pick<Ports, 'applications'>;
  expect(await mayUseConsole(deps, { accountId: 'somebody', role })).toBe(may);
  const asked = { accountId: 'somebody', owned: false, afterId: undefined, limit: 1 };
  expect(list.mock.calls).toEqual(role === 'user' ? [[asked]] : []);
});
