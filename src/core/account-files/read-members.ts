// Reads the members of JSON objects that come from a file, and collects everything that is wrong with them.
import { hasForbiddenCharacters } from '../profile/plain-text.ts';
import { fromTimeText } from '../time-text.ts';

export type Members = Readonly<Record<string, unknown>>;

/** `faults`: lines that begin with the JSON pointer of the member (RFC 6901). */
export type Reading = { members: Members; path: string; faults: string[] };

/** @returns a reading without members where the value is no object */
export function readObject(
  value: unknown,
  { path, faults }: Pick<Reading, 'path' | 'faults'>,
  known?: readonly string[],
): Reading {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    faults.push(`${path}: must be an object`);
    return { members: {}, path, faults };
  }
  const members = value as Members;
  for (const name of Object.keys(members)) {
    if (known && !known.includes(name)) faults.push(`${path}/${pointerOf(name)}: is not a known member`);
  }
  return { members, path, faults };
}

export const pointerOf = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The member where it has a value; `null` counts as absent. */
export function memberOf({ members }: Reading, name: string): unknown {
  return Object.hasOwn(members, name) ? (members[name] ?? undefined) : undefined;
}

type Kind<Value> = { test(value: unknown): value is Value; words: string };

/** @returns undefined when the member is absent, or is not of this kind, which is a fault */
export function readMember<Value>(reading: Reading, name: string, kind: Kind<Value>): Value | undefined {
  const value = memberOf(reading, name);
  if (value === undefined) return undefined;
  if (kind.test(value)) return value;
  reading.faults.push(`${reading.path}/${name}: ${kind.words}`);
  return undefined;
}

/** The same for a member that must be there. */
export function requireMember<Value>(reading: Reading, name: string, kind: Kind<Value>): Value | undefined {
  if (memberOf(reading, name) === undefined) reading.faults.push(`${reading.path}/${name}: is missing`);
  return readMember(reading, name, kind);
}

export const TEXT: Kind<string> = {
  test: (value): value is string => typeof value === 'string',
  words: 'must be a text',
};

export const FLAG: Kind<boolean> = {
  test: (value): value is boolean => typeof value === 'boolean',
  words: 'must be true or false',
};

/** Without invisible characters. */
export const textOf = (maximum: number): Kind<string> => ({
  test: (value): value is string =>
    typeof value === 'string' && value !== '' && value.length <= maximum && !hasForbiddenCharacters(value),
  words: `must be a text of 1 to ${maximum} characters`,
});

export const wholeNumber = (from: number, to: number): Kind<number> => ({
  test: (value): value is number => Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to,
  words: `must be a whole number from ${from} to ${to}`,
});

export const oneOf = <Value extends string | number>(...values: readonly Value[]): Kind<Value> => ({
  test: (value): value is Value => values.some((one) => one === value),
  words: `must be ${values.join(' or ')}`,
});

/** RFC 3339, from 1970 on. @returns milliseconds since the epoch */
export function readTime(reading: Reading, name: string, required = false): number | undefined {
  const text = (required ? requireMember : readMember)(reading, name, TEXT);
  if (text === undefined) return undefined;
  const time = fromTimeText(text);
  if (time !== undefined && time >= 0) return time;
  reading.faults.push(`${reading.path}/${name}: must be a time such as 2026-01-31T12:00:00Z`);
  return undefined;
}

/** Bytes in base64, of either alphabet. */
export function readBytes(reading: Reading, name: string, maximum: number, required = true): Buffer | undefined {
  const text = (required ? requireMember : readMember)(reading, name, TEXT);
  if (text === undefined) return undefined;
  const bytes = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  if (bytes.length > 0 && bytes.length <= maximum) return bytes;
  reading.faults.push(`${reading.path}/${name}: must be at most ${maximum} bytes in base64`);
  return undefined;
}

/** Each entry of a list, with its path; absent: no entry. */
export function readList(reading: Reading, name: string, maximum: number): { value: unknown; path: string }[] {
  const value = memberOf(reading, name);
  if (value === undefined) return [];
  const path = `${reading.path}/${name}`;
  if (Array.isArray(value) && value.length <= maximum) {
    return value.map((entry, index) => ({ value: entry as unknown, path: `${path}/${index}` }));
  }
  reading.faults.push(`${path}: must be a list of at most ${maximum} entries`);
  return [];
}
