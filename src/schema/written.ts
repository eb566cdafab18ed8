// Values as an operator writes them: of YAML's types, or as the text of a variable, a flag or a field of a form. The
// message of each schema says what is allowed, which completes "allowed: …".
import * as z from 'zod/mini';

/** A text that `isAllowed` accepts. */
export const text = (isAllowed: (text: string) => boolean, allowed: string) =>
  z.string(allowed).check(z.refine(isAllowed, allowed));

/** A text that is parsed. @param parse undefined: the text is not allowed */
export const parsed = <Value>(parse: (text: string) => Value | undefined, allowed: string) =>
  z.pipe(
    z.string(allowed),
    z.transform((text: string, { issues }): Value => {
      const value = parse(text);
      if (value !== undefined) return value;
      issues.push({ code: 'custom', input: text, message: allowed });
      return z.NEVER;
    }),
  );

const digitsAsNumber = z.transform((raw: unknown) =>
  typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : raw,
);

/** One check, not three: there are many, and all are made at each start. */
export const wholeNumber = (from: number, to: number) =>
  z.pipe(
    digitsAsNumber,
    z.custom<number>(
      (value) => Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to,
      `a whole number from ${from} to ${to}`,
    ),
  );

const FLAGS: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

export const trueOrFalse = z.pipe(
  z.transform((raw: unknown) => FLAGS.get(raw) ?? raw),
  z.boolean('true or false'),
);

/** One of the words. YAML 1.2 reads a bare `off` as text, so it can be one. */
export const writtenOneOf = <const Words extends readonly string[]>(words: Words) => z.enum(words, words.join(', '));

/**
 * A list from YAML, or a text with commas or lines. Spaces around entries are removed, and empty entries are dropped.
 * Whatever is wrong with an entry is a fault of the whole list.
 */
export const listOf = (isAllowed: (entry: string) => boolean, allowed: string, most = Number.POSITIVE_INFINITY) =>
  z.pipe(
    z.transform(entriesIn),
    z.custom<string[]>((list) => Array.isArray(list) && list.length <= most && list.every(isAllowed), allowed),
  );

/** @returns undefined: this is no list of texts */
function entriesIn(raw: unknown): string[] | undefined {
  const entries: unknown = typeof raw === 'string' ? raw.split(/[,\n]/) : raw;
  if (!Array.isArray(entries) || !entries.every((entry) => typeof entry === 'string')) return undefined;
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** Where in the value, what stands there (as JSON, or that it is missing), and what is allowed. */
export type WrittenFault = { path: readonly (string | number)[]; found: string; allowed: string };

export type Read<Value> = { value: Value } | { faults: readonly WrittenFault[] };

/** Reads a value, and tells everything that is wrong with it. */
export function readWritten<Value>(schema: z.ZodMiniType<Value>, raw: unknown): Read<Value> {
  const read = z.safeParse(schema, raw, { reportInput: true, jitless: true });
  return read.success ? { value: read.data } : { faults: read.error.issues.flatMap((issue) => faultsOf(issue, raw)) };
}

/** @param raw stands for what a schema made of it, such as the list in a text */
function faultsOf(issue: z.core.$ZodIssue, raw: unknown): WrittenFault[] {
  const path = issue.path as WrittenFault['path'];
  const allowed = issue.message;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], found: JSON.stringify(issue.input?.[key]), allowed }));
  }
  const told = issue.code === 'custom' ? issue.params?.found : undefined;
  const input = path.length === 0 ? raw : issue.input;
  const found = input === undefined ? 'missing' : JSON.stringify(input);
  return [{ path, found: typeof told === 'string' ? told : found, allowed }];
}
