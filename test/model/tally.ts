// What the walks did: how often each step was taken, and with which outcome. For the report at the end, and against
// walks that prove nothing because nothing happens in them.

const tally = new Map<string, Map<string, number>>();
const known = new Set<string>();

/** A step that walks may take. */
export function announce(step: string): void {
  known.add(step);
}

export function count(step: string, foreseen: unknown): void {
  const outcomes = tally.get(step) ?? new Map<string, number>();
  tally.set(step, outcomes);
  const outcome = nameOf(foreseen);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

/** The end of a way, an error, a status, a word; `done` for all else. */
function nameOf(foreseen: unknown): string {
  if (typeof foreseen === 'number' || typeof foreseen === 'string') return String(foreseen);
  if (Array.isArray(foreseen))
    return typeof foreseen.at(-1) === 'number' ? String(foreseen.at(-1)) : nameOf(foreseen[0]);
  if (typeof foreseen !== 'object' || foreseen === null) return 'done';
  const { at, error, status, body } = foreseen as Record<string, unknown>;
  const { active } = (body ?? {}) as Record<string, unknown>;
  return String(error ?? at ?? (active === undefined ? undefined : `active ${active}`) ?? status ?? 'done');
}

export const stepsTaken = (): number =>
  [...tally.values()].flatMap((outcomes) => [...outcomes.values()]).reduce((sum, times) => sum + times, 0);

export const kindsNeverTaken = (): string[] => [...known].filter((step) => !tally.has(step));

export const describeTally = (): string =>
  [...tally]
    .map(
      ([step, outcomes]) => `  ${step}: ${[...outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(', ')}`,
    )
    .sort()
    .join('\n');
