// Reads a value with a schema: all faults at once, and what of the value can be read, so that core can check the rest
// of a request (contract 3).
//
// A schema says more than a reader reports. What is missing, too long or not among the known values is a rule of core,
// which has words for it. So an issue is a fault only where there are words for it: those of the schema
// (`z.string({ error })`), else the reader's.
import type * as z from 'zod/mini';
import type { Fault } from '../core/ground/fault.ts';
import { withoutReadOnly } from './read-only.ts';

/** `T` without the parts that could not be read. Which values are known is core's rule. */
export type WithHoles<T> = T extends string
  ? string
  : T extends boolean
    ? boolean
    : T extends readonly (infer Element)[]
      ? (WithHoles<Element> | undefined)[]
      : T extends object
        ? { [Member in keyof T]?: WithHoles<T[Member]> | undefined }
        : T;

/** What a request sends, as far as it could be read. */
export type Sent<Schema extends () => z.ZodMiniType> = WithHoles<z.output<ReturnType<Schema>>>;

/** `whole`: the schema has nothing to say against it. `value` undefined: there is nothing to read. */
export type Read<T> =
  | { whole: true; value: T; faults: readonly [] }
  | { whole: false; value: WithHoles<T> | undefined; faults: readonly Fault[] };

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** @returns undefined: the issue is no fault, and the value is kept as it is */
export type Words = (issue: Issue) => string | undefined;

/** @param words for issues to which the schema itself gives none */
export function readWith<S extends z.ZodMiniType>(
  schema: S,
  sent: unknown,
  words: Words = typeWords,
): Read<z.output<S>> {
  const value = withoutReadOnly(schema, sent);
  // Interpreted: no code is made from strings.
  const result = schema.safeParse(value, { error: (issue) => words(issue) ?? '', jitless: true });
  if (result.success) return { whole: true, value: result.data, faults: [] };
  const issues = result.error.issues.filter(({ message }) => message !== '');
  const faults = issues.flatMap(faultsOf);
  const left = faults.reduce((rest, { path }) => without(rest, path), value);
  return { whole: false, value: left as WithHoles<z.output<S>> | undefined, faults };
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  // There are no others.
  number: 'a whole number',
  int: 'a whole number',
};

/** Wrong types and unknown members. Limits, known words and what is missing are core's rules. */
function typeWords(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'Unknown member.';
    case 'invalid_format':
      return undefined;
    case 'too_small':
    case 'too_big':
      return typeof issue.input === 'number' && !Number.isSafeInteger(issue.input) ? ofType('int') : undefined;
    case 'invalid_type':
      return issue.input === undefined ? undefined : ofType(issue.expected);
    case 'invalid_value': {
      const expected = typeof issue.values[0];
      return issue.input === undefined || typeof issue.input === expected ? undefined : ofType(expected);
    }
    default:
      return 'This value is not allowed.';
  }
}

const ofType = (expected: string): string => `This must be ${TYPES[expected] ?? expected}.`;

/** A check names the code of its fault: `z.refine(rule, { error, params: { code } })`. */
function faultsOf(issue: z.core.$ZodIssue): Fault[] {
  const { message: detail } = issue;
  const path = issue.path as Fault['path'];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((name) => ({ path: [...path, name], code: 'member-unknown', detail }));
  }
  const code = issue.code === 'custom' ? issue.params?.code : undefined;
  return [{ path, code: typeof code === 'string' ? code : 'type-wrong', detail }];
}

/** Cuts a part out of a copy. Entries of lists keep their places. */
function without(value: unknown, path: Fault['path']): unknown {
  const name = path.at(-1);
  if (name === undefined) return undefined;
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], value);
  if (Array.isArray(parent)) parent[name as number] = undefined;
  else if (typeof parent === 'object' && parent !== null) delete (parent as Record<string, unknown>)[name];
  return value;
}
