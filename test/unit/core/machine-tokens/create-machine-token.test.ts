// What a machine token may be (contract 29).
import { expect, test } from 'vitest';
import { checkMachineToken } from '../../../../src/core/applications/machine-tokens/create-machine-token.ts';

test.each([
  [{ name: 'deploy', days: '1', scopes: ['applications'] }, []],
  [{ name: 'deploy', days: '365', scopes: ['accounts:read', 'accounts:write', 'policy', 'audit'] }, []],
  [
    { name: ' ', days: '0', scopes: [] },
    ['name: api-token-name-missing', 'days: machine-token-days', 'scopes: api-token-scopes-missing'],
  ],
  [
    { name: 'x'.repeat(61), days: '366', scopes: ['x'] },
    ['name: api-token-name-too-long', 'days: machine-token-days', 'scopes,0: api-token-scope-unknown'],
  ],
  [{ name: 'x', days: undefined, scopes: ['audit'] }, ['days: machine-token-days']],
  [{ name: 'x', days: '1.5', scopes: ['audit'] }, ['days: machine-token-days']],
  // Contract 32: what gives rights ends after 90 days.
  [{ name: 'x', days: '90', scopes: ['accounts:write', 'roles'] }, []],
  [{ name: 'x', days: '91', scopes: ['accounts:write', 'roles'] }, ['days: machine-token-days-roles']],
  [{ name: 'x', days: '366', scopes: ['roles'] }, ['days: machine-token-days']],
])('contract 29: %j has the faults %j', (draft, expected) => {
  expect(checkMachineToken(draft).map(({ path, code }) => `${path.join()}: ${code}`)).toEqual(expected);
});
