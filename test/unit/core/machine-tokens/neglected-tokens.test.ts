// Which machine tokens `latchkey doctor` names (contract 29).
import { expect, test } from 'vitest';
import { neglectedTokens, UNUSED_DAYS } from '../../../../src/core/applications/machine-tokens/neglected-tokens.ts';
import { DAY, NOW, someAccount } from '../../../contract/stores/given.ts';
import { someMachineToken } from '../../../contract/stores/machine-token-store.ts';
import { givenPorts } from '../accounts/open-ports.ts';

const world = givenPorts();

test('contract 29: those whose maker is gone, was demoted, disabled or is leaving, and those that are not used', async () => {
  const { accounts, machineTokens } = world.ports;
  const [maker, demoted, disabled, leaving] = [
    someAccount({ role: 'operator' }),
    someAccount({ role: 'owner' }),
    someAccount({ role: 'operator', disabledAt: NOW }),
    someAccount({ role: 'operator', leavingSince: NOW, leavingUntil: NOW + DAY }),
  ];
  for (const account of [maker, demoted, disabled, leaving]) await accounts.insert(account);
  const since = NOW - UNUSED_DAYS * DAY;
  const tokens = {
    fine: someMachineToken({ createdBy: maker.id }),
    byCommand: someMachineToken(),
    orphan: someMachineToken({ createdBy: 'f'.repeat(32) }),
    demoted: someMachineToken({ createdBy: demoted.id }),
    disabled: someMachineToken({ createdBy: disabled.id }),
    unused: someMachineToken({ createdAt: since, expiresAt: NOW + DAY }),
    usedLately: someMachineToken({ createdAt: since, lastUsedAt: since + 1, expiresAt: NOW + DAY }),
    usedLongAgo: someMachineToken({ createdAt: since - DAY, lastUsedAt: since, expiresAt: NOW + DAY }),
    over: someMachineToken({ createdAt: since, createdBy: demoted.id, expiresAt: NOW }),
  };
  for (const [name, token] of Object.entries(tokens)) await machineTokens.insert({ ...token, name }, 99);
  const { withoutMaker, unused } = await neglectedTokens(world.ports, NOW);
  const names = (shown: readonly string[]) => shown.map((text) => text.split(' ')[0]);
  expect(names(withoutMaker)).toEqual(['orphan', 'demoted', 'disabled']);
  expect(names(unused)).toEqual(['unused', 'usedLongAgo']);
  expect(withoutMaker[0]).toBe(`orphan (${tokens.orphan.id})`);
});
