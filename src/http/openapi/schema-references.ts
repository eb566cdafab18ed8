// References to the schemas that have names. What is behind a name is made when the document is asked for: here are
// types only.
import type { SchemaName } from './component-schemas.ts';
import type { JsonSchema } from './json-schema.ts';

export const refTo = (name: SchemaName): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
