// The one schema language of the API (docs/decisions/0042-one-schema-language-and-forms.md). A shape is a JSON Schema
// with a reader: the reader takes what a request sends, and `/openapi` shows the schema of requests and responses.
//
// Readers find wrong types and unknown members. What cannot be read becomes a hole, so that core can still check the
// rest of the request, and all faults are reported at once (contract 3). Limits and required members are rules of core:
// readers require no member.
import type { Fault } from '../../../core/fault.ts';

/** `T` without the parts that could not be read. */
export type WithHoles<T> = T extends readonly (infer Element)[]
  ? (WithHoles<Element> | undefined)[]
  : T extends object
    ? { [Member in keyof T]?: WithHoles<T[Member]> | undefined }
    : T;

/** Of the dialect that OpenAPI 3.1 uses. */
export type JsonSchema = { readonly [keyword: string]: unknown };

export type Shape<T> = {
  readonly json: JsonSchema;
  /** Set by the server alone. */
  readonly isReadOnly?: true;
  /** A response may lack this member. */
  readonly isOptional?: true;
  /** Adds what is wrong to `faults`. @returns undefined if the value cannot be read */
  read(value: unknown, path: Fault['path'], faults: Fault[]): WithHoles<T> | undefined;
};

export type ShapeOf<S> = S extends Shape<infer T> ? T : never;

export type ObjectShape<Members = unknown> = Shape<Members> & {
  readonly members: { readonly [Name in keyof Members]-?: Shape<Members[Name]> };
  /** The schema in full, also of a component, whose `json` is a reference. */
  readonly schema: JsonSchema;
};

const typed = <T>(json: JsonSchema, isOfType: (value: unknown) => boolean, words: string): Shape<T> => ({
  json,
  read(value, path, faults) {
    if (isOfType(value)) return value as WithHoles<T>;
    faults.push({ path, code: 'type-wrong', detail: `This must be ${words}.` });
    return undefined;
  },
});

const isString = (value: unknown): boolean => typeof value === 'string';
const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

export const text = (keywords: JsonSchema = {}): Shape<string> =>
  typed({ type: 'string', ...keywords }, isString, 'a string');

/** Readers take any string: which values are known is core's rule. */
export const oneOf = (values: readonly string[], keywords: JsonSchema = {}): Shape<string> =>
  text({ enum: values, ...keywords });

export const flag = (keywords: JsonSchema = {}): Shape<boolean> =>
  typed({ type: 'boolean', ...keywords }, isBoolean, 'true or false');

/** @param schema that allows strings and null */
export const textOrNull = (schema: JsonSchema): Shape<string | null> => ({
  json: schema,
  read: (value, path, faults) => (value === null ? null : text().read(value, path, faults)),
});

export type Bounds = { minItems?: number; maxItems?: number };

export function listOf<T>(element: Shape<T>, bounds: Bounds = {}, keywords: JsonSchema = {}): Shape<T[]> {
  const json = { ...bounds, type: 'array', items: element.json, ...keywords };
  const list = typed<unknown[]>(json, Array.isArray, 'a list');
  return {
    json,
    read: (value, path, faults) =>
      list.read(value, path, faults)?.map((entry, place) => element.read(entry, [...path, place], faults)) as
        | WithHoles<T[]>
        | undefined,
  };
}

/** An object with these members and no others. */
export function objectOf<Members extends object>(
  members: ObjectShape<Members>['members'],
  keywords: JsonSchema = {},
): ObjectShape<Members> {
  const known = Object.entries<Shape<unknown>>(members);
  const required = known.filter(([, { isOptional }]) => !isOptional).map(([name]) => name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(known.map(([name, { json }]) => [name, json])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...keywords,
  };
  const object = typed<Record<string, unknown>>(schema, isObject, 'an object');
  return {
    members,
    schema,
    json: schema,
    read(value, path, faults) {
      const sent = object.read(value, path, faults);
      if (!sent) return undefined;
      const values = known
        .filter(([name]) => Object.hasOwn(sent, name) && sent[name] !== undefined)
        .map(([name, shape]) => [name, shape.read(sent[name], [...path, name], faults)]);
      for (const name of Object.keys(sent).filter((one) => !Object.hasOwn(members, one))) {
        faults.push({ path: [...path, name], code: 'member-unknown', detail: 'Unknown member.' });
      }
      return Object.fromEntries(values) as WithHoles<Members>;
    },
  };
}

/** A member that only the server sets. A request may repeat it; its value is ignored, but see `readOnlyFaults`. */
export const readOnly = (json: JsonSchema): Shape<unknown> => ({ json, isReadOnly: true, read: () => undefined });

/** A member that a response may lack. */
export const optional = <T>(shape: Shape<T>, description?: string): Shape<T> => ({
  ...shape,
  json: { ...(description !== undefined && { description }), ...shape.json },
  isOptional: true,
});

export const componentRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** A shape that others refer to by its name in the document at `/openapi`. */
export const component = <Members>(name: string, shape: ObjectShape<Members>): ObjectShape<Members> => ({
  ...shape,
  json: componentRef(name),
});

export const id = (description: string): Shape<unknown> =>
  readOnly({ type: 'string', pattern: '^[a-z0-9]+$', description });

export const time = (description: string): Shape<unknown> =>
  readOnly({ type: 'string', format: 'date-time', description });

export const timeOrNever = (description: string): JsonSchema => ({
  format: 'date-time',
  description,
  type: ['string', 'null'],
});

/** @returns `value` undefined if the body is not an object */
export function readShape<Members extends object>(
  shape: ObjectShape<Members>,
  body: unknown,
): { value: WithHoles<Members> | undefined; faults: readonly Fault[] } {
  const faults: Fault[] = [];
  const value = shape.read(body, [], faults);
  return { value, faults };
}
