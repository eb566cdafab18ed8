// Shape first, rules second, one list of faults (contract 3): a shape finds wrong types and unknown members; what it
// found unreadable becomes a hole, so that core can still judge all the rest of the same request. That a member is
// missing is a rule, and rules are core's: all members of a shape are optional. The document at /openapi shows the same
// shapes.
import type { Fault } from '../../../core/fault.ts';

/** `T` as it is left when every unreadable part was taken out. */
export type WithHoles<T> = T extends readonly (infer Element)[]
  ? (WithHoles<Element> | undefined)[]
  : T extends object
    ? { [Member in keyof T]?: WithHoles<T[Member]> | undefined }
    : T;

export type Shape<T> = {
  /** The JSON Schema of what may be sent. */
  readonly json: { readonly [keyword: string]: unknown };
  /** Adds what is wrong to `faults`. @returns undefined where nothing can be read */
  read(value: unknown, path: Fault['path'], faults: Fault[]): WithHoles<T> | undefined;
};

export type ShapeOf<S> = S extends Shape<infer T> ? T : never;

export type ObjectShape<Members = unknown> = Shape<Members> & {
  readonly members: { readonly [Name in keyof Members]-?: Shape<Members[Name]> };
};

const typed = <T>(json: Shape<T>['json'], isOfType: (value: unknown) => boolean, words: string): Shape<T> => ({
  json,
  read(value, path, faults) {
    if (isOfType(value)) return value as WithHoles<T>;
    faults.push({ path, code: 'type-wrong', detail: `This must be ${words}.` });
    return undefined;
  },
});

export const text = typed<string>({ type: 'string' }, (value) => typeof value === 'string', 'a string');
export const flag = typed<boolean>({ type: 'boolean' }, (value) => typeof value === 'boolean', 'true or false');

/** A member that the server alone writes: it may be sent back, whatever is in it, and is ignored. */
export const readOnlyMember: Shape<unknown> = { json: {}, read: () => undefined };

export const textOrNull: Shape<string | null> = {
  json: { type: ['string', 'null'] },
  read: (value, path, faults) => (value === null ? null : text.read(value, path, faults)),
};

const list = typed<unknown[]>({ type: 'array' }, Array.isArray, 'a list');

export const listOf = <T>(element: Shape<T>): Shape<T[]> => ({
  json: { ...list.json, items: element.json },
  read: (value, path, faults) =>
    list.read(value, path, faults)?.map((entry, place) => element.read(entry, [...path, place], faults)) as
      | WithHoles<T[]>
      | undefined,
});

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
const object = typed<Record<string, unknown>>({ type: 'object' }, isObject, 'an object');

/** An object of these members and no others. */
export const objectOf = <Members extends object>(members: ObjectShape<Members>['members']): ObjectShape<Members> => ({
  members,
  json: object.json,
  read(value, path, faults) {
    const sent = object.read(value, path, faults);
    if (!sent) return undefined;
    const known = Object.entries<Shape<unknown>>(members);
    const values = known
      .filter(([name]) => Object.hasOwn(sent, name) && sent[name] !== undefined)
      .map(([name, shape]) => [name, shape.read(sent[name], [...path, name], faults)]);
    for (const name of Object.keys(sent).filter((one) => !Object.hasOwn(members, one))) {
      faults.push({ path: [...path, name], code: 'member-unknown', detail: 'Unknown member.' });
    }
    return Object.fromEntries(values) as WithHoles<Members>;
  },
});

/** @returns `value` undefined when the body is not even an object. */
export function readShape<Members extends object>(
  shape: ObjectShape<Members>,
  body: unknown,
): { value: WithHoles<Members> | undefined; faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const value = shape.read(body, [], faults);
  return { value, faults };
}
