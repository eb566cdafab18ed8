// Members that only the server sets: `z.readonly(…)`. A request may repeat them, and whatever it sends is ignored.
import * as z from 'zod/mini';

/** An object of any members. */
export type ObjectSchema = { readonly shape: Readonly<Record<string, z.ZodMiniType>> };

type Parts = { type: string; shape?: ObjectSchema['shape']; element?: z.ZodMiniType; innerType?: z.ZodMiniType };

const partsOf = (schema: z.ZodMiniType): Parts => schema.def as Parts;

export function isReadOnly(schema: z.ZodMiniType): boolean {
  const { type, innerType } = partsOf(schema);
  return type === 'readonly' || (innerType !== undefined && isReadOnly(innerType));
}

/** The keyword `format` that `/openapi` shows. */
export function formatOf(schema: z.ZodMiniType): unknown {
  const { innerType } = partsOf(schema);
  return z.globalRegistry.get(schema)?.format ?? (innerType && formatOf(innerType));
}

/** @returns a copy of the value */
export function withoutReadOnly(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  const { shape, element, innerType } = schema ? partsOf(schema) : ({} as Partial<Parts>);
  if (innerType) return withoutReadOnly(innerType, value);
  if (Array.isArray(value)) return value.map((entry) => withoutReadOnly(element, entry));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([name, part]) => {
    const member = shape && Object.hasOwn(shape, name) ? shape[name] : undefined;
    return member && isReadOnly(member) ? [] : [[name, withoutReadOnly(member, part)] as const];
  });
  return Object.fromEntries(members);
}
