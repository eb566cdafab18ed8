// `latchkey policy set`: changes the policy, all of it or nothing.
import { changePolicy, type WantedPolicy } from '../../core/server/policy/change-policy.ts';
import { isLogoKey, type PolicyKey, policyMember } from '../../core/server/policy/policy.ts';
import { POLICY_KEYS, policyFlag } from '../../schema/policy/policy-keys.ts';
import type { CommandAnswer, CommandContext, Flags } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';
import { readLogoFile } from './logo-file.ts';
import { policyRefused } from './policy-refused.ts';
import { policyAnswer } from './policy-text.ts';

const isReset = (flags: Flags, key: PolicyKey) => flags.all('default').includes(policyMember(key));

export function check(flags: Flags): readonly string[] {
  const given = POLICY_KEYS.filter((key) => flags.has(policyFlag(key)));
  if (given.length === 0 && !flags.has('default')) return ['name what to change, such as --service-name'];
  return given
    .filter((key) => isReset(flags, key))
    .map((key) => `--${policyFlag(key)} and --default ${policyMember(key)}: give one of them`);
}

export function run(context: CommandContext): Promise<CommandAnswer> {
  const { flags } = context;
  const given = (key: PolicyKey) => {
    if (isReset(flags, key)) return null;
    const value = flags.optional(policyFlag(key));
    return isLogoKey(key) && value !== undefined ? readLogoFile(value, policyFlag(key)) : value;
  };
  const wanted = Object.fromEntries(POLICY_KEYS.map((key) => [key, given(key)])) as WantedPolicy;
  return withPorts(context, async (ports) => {
    const changed = await changePolicy(ports, { wanted });
    if (changed.kind !== 'changed') throw policyRefused(changed);
    return policyAnswer(ports.livePolicy, ports.issuer);
  });
}
