// The commands of the policy (contract 29). Each key has a flag, so that several are changed at once or not at all.
import { isLogoKey, type LogoKey, policyMember } from '../../core/server/policy/policy.ts';
import { POLICY_KEYS, policyFlag } from '../../schema/policy/policy-keys.ts';
import type { CommandSpec, FlagSpec } from '../frame/command.ts';

const LOGOS: Readonly<Record<LogoKey, string>> = {
  logo: 'sets the logo: a PNG or WebP file of at most 48 KiB and 512 pixels a side',
  logoDark: 'sets the logo for dark pages, where it differs',
};
const valueFlags: readonly FlagSpec[] = POLICY_KEYS.map((key) => ({
  name: policyFlag(key),
  value: 'VALUE',
  description: `sets ${policyMember(key)}, written as the setting of this name; lists with commas, documents as JSON`,
  ...(isLogoKey(key) && { value: 'FILE', description: LOGOS[key] }),
}));

export const POLICY_COMMANDS: readonly CommandSpec[] = [
  {
    path: ['policy', 'get'],
    summary: 'print the policy, and which parts of it the settings lock',
    audit: { harmless: 'shows no person' },
    flags: [],
    load: () => import('./get.ts'),
  },
  {
    path: ['policy', 'set'],
    summary: 'change the policy; every process follows it within a second',
    audit: 'change',
    flags: [
      ...valueFlags,
      {
        name: 'default',
        value: 'KEY',
        description: 'restores the default of this key, such as service_name',
        repeated: true,
        allowed: {
          test: (name) => POLICY_KEYS.some((key) => policyMember(key) === name),
          words: POLICY_KEYS.map(policyMember).join(', '),
        },
      },
    ],
    load: () => import('./set.ts'),
  },
];
