// JSON Schemas as the document at /openapi holds them, and references to those that have names. What is behind a name is made
// when the document is first asked for (`component-schemas.ts`).
import type { SchemaName } from './component-schemas.ts';

export type JsonSchema = { readonly [keyword: string]: unknown };

export const refTo = (name: SchemaName): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
