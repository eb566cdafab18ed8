// Shape first, rules second, one list of faults (contract 3): zod finds wrong types and unknown members; what it found
// unreadable becomes a hole, so that core can still judge all the rest of the same request.
import { type ZodType, z } from 'zod';
import type { Fault } from '../../core/fault.ts';

/** `T` as it is left when every unreadable part was taken out. */
export type WithHoles<T> = T extends readonly (infer Element)[]
  ? (WithHoles<Element> | undefined)[]
  : T extends object
    ? { [Member in keyof T]?: WithHoles<T[Member]> | undefined }
    : T;

type Issue = z.core.$ZodIssue;

/**
 * A member that the server alone writes: it may be sent back, whatever is in it, and is ignored.
 * Shapes must use optional members only: that a member is missing is a rule, and rules are core's.
 */
export const readOnlyMember = z.unknown().optional();

/** @returns `value` undefined when the body is not even an object. */
export function readShape<T>(
  shape: ZodType<T>,
  body: unknown,
): { value: WithHoles<T> | undefined; faults: readonly Fault[] } {
  const result = shape.safeParse(body);
  if (result.success) return { value: result.data as WithHoles<T>, faults: [] };
  const { issues } = result.error;
  const holed = { body: structuredClone(body) };
  for (const { code, path } of issues) {
    if (code !== 'unrecognized_keys') cutHole(holed, ['body', ...stepsOf(path)]);
  }
  return { value: holed.body as WithHoles<T> | undefined, faults: issues.flatMap(toFaults) };
}

/** Puts `undefined` where `path` leads; nothing to do when an outer part has gone already. */
function cutHole(root: object, path: readonly (string | number)[]): void {
  const last = path.at(-1);
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((value, step) => (value as Record<string | number, unknown> | undefined)?.[step], root);
  if (last !== undefined && typeof parent === 'object' && parent !== null) Object.assign(parent, { [last]: undefined });
}

function toFaults(issue: Issue): Fault[] {
  const path = stepsOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      code: 'member-unknown',
      detail: 'No such member is known.',
    }));
  }
  const expected = issue.code === 'invalid_type' ? NAMES[issue.expected] : undefined;
  return [{ path, code: 'type-wrong', detail: `This must be ${expected ?? 'of another type'}.` }];
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

const stepsOf = (path: readonly PropertyKey[]): (string | number)[] =>
  path.map((step) => (typeof step === 'symbol' ? String(step) : step));
