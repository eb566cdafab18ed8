// JSON Schema, in the dialect that OpenAPI 3.1 uses, from the schemas of the API.
import * as z from 'zod/mini';

export type JsonSchema = { readonly [keyword: string]: unknown };

export const componentRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** @returns the schemas by the same names. They refer to each other by them. */
export function jsonSchemasOf(schemas: Readonly<Record<string, z.ZodMiniType>>): Readonly<Record<string, JsonSchema>> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { io: 'input', uri: (id) => String(componentRef(id).$ref) });
  return Object.fromEntries(
    Object.entries(made.schemas).map(([name, { $schema, $id, ...schema }]) => [name, tidy(schema) as JsonSchema]),
  );
}

/** A value or null is told by the list of its types, as generators read it best; what is no limit is not told. */
function tidy(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(tidy);
  if (typeof part !== 'object' || part === null) return part;
  const told = Object.entries(part).filter(([, value]) => value !== Number.MIN_SAFE_INTEGER);
  const schema: JsonSchema = Object.fromEntries(told.map(([name, value]) => [name, tidy(value)]));
  const { anyOf, ...rest } = schema;
  const [value, nothing] = (anyOf ?? []) as readonly JsonSchema[];
  if (!value || nothing?.type !== 'null') return schema;
  const { type, enum: values } = value as { type: string; enum?: readonly unknown[] };
  return { ...value, ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) };
}
