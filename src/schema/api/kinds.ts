// Kinds of members that several resources have. What zod has no rule for, such as the format of a time, is metadata for
// `/openapi`.
import * as z from 'zod/mini';
import { fromTimeText } from '../../core/ground/time-text.ts';

/** @param description for `/openapi`, as everywhere here */
export const text = (description: string, ...limits: Parameters<z.ZodMiniString['check']>) =>
  z.string().check(...limits, z.describe(description));

export const uri = (description: string, ...limits: Parameters<z.ZodMiniString['check']>) =>
  z.string().check(...limits, z.meta({ format: 'uri', description }));

export const id = (description: string) => z.readonly(text(description, z.regex(/^[a-z0-9]+$/)));

export const describedOneOf = <const Values extends readonly string[]>(values: Values, description: string) =>
  z.enum(values).check(z.describe(description));

export const listOf = <Entry extends z.ZodMiniType>(entry: Entry, description: string) =>
  z.array(entry).check(z.describe(description));

export const count = (description: string) => z.int().check(z.minimum(0), z.describe(description));

export const flag = (description: string) => z.boolean().check(z.describe(description));

export const time = (description: string) => z.readonly(z.string().check(z.meta({ format: 'date-time', description })));

export const timeOrNever = (description: string) =>
  z.readonly(z.nullable(z.string().check(z.meta({ format: 'date-time', description }))));

/** A time that a request sends, or null. */
export const sentTime = (description: string, error: string) =>
  z.nullable(
    z.string().check(
      z.refine((value) => fromTimeText(value) !== undefined, { error, params: { code: 'time-malformed' } }),
      z.meta({ format: 'date-time', description }),
    ),
  );
