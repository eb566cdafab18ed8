// What describes a setting, and the common kinds.
import * as z from 'zod/mini';
import { text, trueOrFalse, wholeNumber } from '../written.ts';

export type Setting<Value = unknown> = {
  /** Its messages say what is allowed. */
  schema: z.ZodMiniType<Value>;
  /** The default as written in the YAML file; undefined: not set. */
  fallback: string | number | boolean | readonly string[] | undefined;
  /** One sentence, for the table of settings. */
  description: string;
  /** What `config/latchkey.example.yaml` says besides. */
  more?: string;
  /** Its value is never shown. */
  secret?: true;
};

export const setting = <Value>(
  schema: z.ZodMiniType<Value>,
  fallback: Setting['fallback'],
  description: string,
  more?: string,
): Setting<Value> => ({ schema, fallback, description, ...(more !== undefined && { more }) });

const MAX_SECONDS = 10 * 365 * 86_400;

export const number = (from: number, to: number, fallback: number, description: string, more?: string) =>
  setting(wholeNumber(from, to), fallback, description, more);

/** Of limits per address or network. */
export const UP_TO_100000 = wholeNumber(1, 100_000);

const anyDuration = wholeNumber(1, MAX_SECONDS);

export const seconds = (fallback: number, description: string, more?: string) =>
  setting(anyDuration, fallback, `${description}, in seconds.`, more);

export const onOrOff = (fallback: boolean, description: string, more?: string) =>
  setting(trueOrFalse, fallback, description, more);

const path = z.optional(text((value) => value !== '', 'the path of a file'));

export const filePath = (description: string, more?: string, fallback?: string) =>
  setting(path, fallback, description, more);

const secret = z.optional(
  text(
    (value) => Buffer.byteLength(value) >= 32,
    'a text of at least 32 bytes; create one with `openssl rand -base64 32`',
  ),
);

export const secretText = (description: string): Setting<string | undefined> => ({
  ...setting(secret, undefined, description),
  secret: true,
});
