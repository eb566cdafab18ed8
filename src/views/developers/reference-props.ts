// What the page with the API reference shows. Names, descriptions and examples are in English.

export type Type =
  | { kind: 'string' | 'integer' | 'boolean' | 'object' | 'any' }
  | { kind: 'list'; of: Type }
  /** A schema that the page shows under its name. */
  | { kind: 'ref'; name: string };

export type Range = { minimum: number | undefined; maximum: number | undefined };

export type ReferenceField = {
  name: string;
  required: boolean;
  /** null removes it. */
  nullable: boolean;
  readOnly: boolean;
  type: Type;
  /** The only values there are; empty: any. Of a list: those of its entries, as all limits but `entries`. */
  values: readonly unknown[];
  /** In characters. */
  length: Range | undefined;
  entries: Range | undefined;
  range: Range | undefined;
  format: string | undefined;
  pattern: string | undefined;
  byDefault: unknown;
  description: string | undefined;
  fields: readonly ReferenceField[];
};

export type Parameter = ReferenceField & { place: 'path' | 'query' | 'header' };

export type ReferenceAnswer = {
  /** Or `default`. */
  status: string;
  description: string;
  mediaTypes: readonly string[];
  type: Type | undefined;
  example: unknown;
};

export type Operation = {
  /** Anchor. */
  id: string;
  tag: string;
  method: string;
  /** With the names of its parameters in braces. */
  path: string;
  url: string;
  summary: string;
  description: string | undefined;
  /** Whether a machine token will do as well. */
  forMachines: boolean;
  access: 'public' | 'anyApiToken' | 'ownerApiToken' | 'staffApiToken' | 'accessToken';
  /** That an API token must have; undefined: any will do. */
  scope: string | undefined;
  parameters: readonly Parameter[];
  body:
    | {
        required: boolean;
        mediaTypes: readonly string[];
        schema: string | undefined;
        fields: readonly ReferenceField[];
        example: unknown;
      }
    | undefined;
  answers: readonly ReferenceAnswer[];
};

export type ReferenceProps = {
  description: string;
  groups: readonly { id: string; name: string; description: string; operations: readonly Operation[] }[];
  schemas: readonly { name: string; fields: readonly ReferenceField[] }[];
};
