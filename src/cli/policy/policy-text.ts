// The policy as text: one line for each key, with what locks it.
import type { LivePolicy } from '../../core/server/policy/live-policy.ts';
import { policyJson } from '../../json/policy.ts';
import type { CommandAnswer } from '../frame/command.ts';
import { textTable } from '../frame/text-table.ts';

/** @param issuer public URL of the auth host */
export function policyAnswer(policy: LivePolicy, issuer: string): CommandAnswer {
  const { locked, ...values } = policyJson(policy, issuer);
  const by: Readonly<Record<string, string>> = locked;
  const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const rows = Object.entries(values).map(([member, value]) => [
    member,
    textOf(value),
    by[member.replace(/_uri$/, '')] ?? '',
  ]);
  return { json: { ...values, locked }, text: textTable(['KEY', 'VALUE', 'LOCKED BY'], rows) };
}
