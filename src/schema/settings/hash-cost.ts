// The cost of password hashes, as a setting writes it.

export const HASH_COST_ALLOWED =
  'm=MEMORY,t=PASSES as in m=65536,t=3: memory in KiB from 19456 to 1048576, passes from 2 to 20';

/** Never cheaper than OWASP's parameters. */
export function parseHashCost(value: string): { memoryKib: number; passes: number } | undefined {
  const match = /^m=(\d{1,7}),t=(\d{1,2})$/.exec(value);
  const [memoryKib, passes] = [Number(match?.[1]), Number(match?.[2])];
  const isAllowed = memoryKib >= 19_456 && memoryKib <= 1_048_576 && passes >= 2 && passes <= 20;
  return isAllowed ? { memoryKib, passes } : undefined;
}
