// Why a command did not change the policy.
import type { PolicyChanged } from '../../core/server/policy/change-policy.ts';
import { CommandFailed } from '../frame/command.ts';

export function policyRefused(refused: Exclude<PolicyChanged, { kind: 'changed' }>): CommandFailed {
  switch (refused.kind) {
    case 'refused':
      return new CommandFailed(...refused.faults.map(({ path, detail }) => `${path.join('.')}: ${detail}`));
    case 'conflict':
      return new CommandFailed(...refused.refusals.map(({ detail }) => detail));
    default:
      return new CommandFailed('Others change the policy at this moment. Try again.');
  }
}
