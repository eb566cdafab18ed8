// The machine tokens that nobody may look after any more, which `latchkey doctor` names (contract 29).
import type { Ports } from '../ports.ts';
import type { MachineToken } from './machine-token.ts';
import { makerOf } from './token-makers.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
export const UNUSED_DAYS = 90;

/** Each by its name and id. Those that are over are in neither list. */
export type NeglectedTokens = {
  /** Whoever made them is no enabled operator any more. */
  withoutMaker: readonly string[];
  /** Not used for `UNUSED_DAYS`. */
  unused: readonly string[];
};

export async function neglectedTokens(
  { machineTokens, accounts }: Pick<Ports, 'machineTokens' | 'accounts'>,
  now: number,
): Promise<NeglectedTokens> {
  const live = (await machineTokens.list()).filter(({ expiresAt }) => expiresAt > now);
  const withoutMaker: string[] = [];
  for (const token of live) {
    if ((await makerOf({ accounts }, token))?.isActive === false) withoutMaker.push(shown(token));
  }
  const isUnused = ({ lastUsedAt, createdAt }: MachineToken) => now - (lastUsedAt ?? createdAt) >= UNUSED_DAYS * DAY_MS;
  return { withoutMaker, unused: live.filter(isUnused).map(shown) };
}

const shown = ({ id, name }: MachineToken): string => `${name} (${id})`;
