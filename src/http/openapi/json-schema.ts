// JSON Schemas as the document at /openapi holds them.

export type JsonSchema = { readonly [keyword: string]: unknown };
