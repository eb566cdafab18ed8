// The kinds of members that lines of account files have. `null` is as good as nothing.
import * as z from 'zod/mini';
import { hasForbiddenCharacters } from '../../core/ground/texts/plain-text.ts';
import { fromTimeText } from '../../core/ground/time-text.ts';

/** @param words what a member must be; one that must be there `is missing` instead */
export const orMissing =
  (words: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined || input === null ? 'is missing' : words;

const plainText = z.string({ error: orMissing('must be a text') });

/** A text that is parsed. @param parse a text says what is wrong */
export const parsedText = <Value extends object | number>(parse: (text: string) => Value | string) =>
  z.pipe(
    plainText,
    z.transform((text: string, { issues }): Value => {
      const value = parse(text);
      if (typeof value !== 'string') return value;
      issues.push({ code: 'custom', input: text, message: value });
      return z.NEVER;
    }),
  );

const rule = <Value>(isAllowed: (value: unknown) => boolean, words: string) =>
  z.custom<Value>(isAllowed, { error: orMissing(words), abort: false });

export const TEXT = z.nullish(plainText);
export const FLAG = z.nullish(z.boolean('must be true or false'));
export const requiredFlag = z.boolean({ error: orMissing('must be true or false') });

/** Without invisible characters. */
export const textOf = (maximum: number) =>
  rule<string>(
    (value) => typeof value === 'string' && value !== '' && value.length <= maximum && !hasForbiddenCharacters(value),
    `must be a text of 1 to ${maximum} characters`,
  );

export const wholeNumber = (from: number, to: number) =>
  z.nullish(
    rule<number>(
      (value) => Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to,
      `must be a whole number from ${from} to ${to}`,
    ),
  );

export const memberOneOf = <const Value extends string | number>(...values: readonly Value[]) =>
  z.nullish(z.literal(values, `must be ${values.join(' or ')}`));

/** RFC 3339, from 1970 on; milliseconds since the epoch. */
export const requiredTime = parsedText((text) => {
  const time = fromTimeText(text);
  return time !== undefined && time >= 0 ? time : 'must be a time such as 2026-01-31T12:00:00Z';
});
export const TIME = z.nullish(requiredTime);

/** Bytes in base64, of either alphabet. */
export const bytesOf = (maximum: number) =>
  parsedText((text) => {
    const bytes = /^[A-Za-z0-9+/_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
    return bytes.length > 0 && bytes.length <= maximum ? bytes : `must be at most ${maximum} bytes in base64`;
  });

/** No other members. */
export const objectOf = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? 'is not a known member' : 'must be an object'),
  });

export const listOf = <Element extends z.ZodMiniType>(element: Element, maximum: number) =>
  z.pipe(
    rule<z.input<Element>[]>(
      (value) => Array.isArray(value) && value.length <= maximum,
      `must be a list of at most ${maximum} entries`,
    ),
    z.array(element),
  );

/** An object with a member for each of something. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Asked also where something else is wrong with the entries, of which some are not as their schema makes them. */
export const eachOnce = (keyOf: (entry: Readonly<Record<string, unknown>>) => string | undefined, words: string) =>
  z.check<readonly unknown[]>(
    ({ value, issues }) => {
      const keys = value.flatMap((entry) => (isObject(entry) ? (keyOf(entry) ?? []) : []));
      if (new Set(keys).size < keys.length) issues.push({ code: 'custom', input: value, message: words });
    },
    { when: ({ value }) => Array.isArray(value) },
  );

/** The bytes of a member, to compare them. */
export const bytesIn = (value: unknown): string | undefined =>
  Buffer.isBuffer(value) ? value.toString('hex') : undefined;

/** The same kind for each of these members. */
export const membersOf = <Name extends string, Kind extends z.ZodMiniType>(names: readonly Name[], kind: Kind) =>
  Object.fromEntries(names.map((name) => [name, kind])) as Record<Name, Kind>;
