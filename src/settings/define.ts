// The parts of a setting's definition, and the common kinds of settings.
import type { FaultInside } from './documents.ts';
import { numberBetween, oneOf, optional, type Reader, trueOrFalse } from './readers.ts';

export type Definition<Value = unknown> = {
  read: Reader<Value>;
  /** The default as written in the YAML file; undefined: not set. */
  fallback: string | number | boolean | readonly string[] | undefined;
  /** Names the faults inside a value that `read` refuses. */
  explain?: (raw: unknown) => readonly FaultInside[];
  /** What is allowed, for the line that reports a fault. */
  allowed: string;
  description: string;
  /** Its value is never shown. */
  secret: boolean;
};

export const define = <Value>(
  read: Reader<Value>,
  allowed: string,
  fallback: Definition['fallback'],
  description: string,
): Definition<Value> => ({ read, fallback, allowed, description, secret: false });

const MAX_SECONDS = 10 * 365 * 86_400;

export const wholeNumber = (from: number, to: number, fallback: number, description: string) =>
  define(numberBetween(from, to), `a whole number from ${from} to ${to}`, fallback, description);

export const seconds = (fallback: number, description: string, max = MAX_SECONDS) =>
  wholeNumber(1, max, fallback, `${description}, in seconds.`);

export const onOrOff = (fallback: boolean, description: string) =>
  define(trueOrFalse, 'true or false', fallback, description);

export const onOrOffOrUnset = (description: string) =>
  define(optional(trueOrFalse), 'true or false', undefined, description);

/** One of the words. YAML 1.2 reads a bare `off` as text, so it can be one. */
export const word = <const Words extends readonly [string, ...string[]]>(
  words: Words,
  fallback: Words[number],
  description: string,
) => define(oneOf(words), words.join(', '), fallback, description);
