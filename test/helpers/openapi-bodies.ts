// Makes bodies that a schema refuses, each wrong in one place, from the schema and a valid body.
import type { ApiDocument, Schema } from './openapi-document.ts';

/** `pointer` (RFC 6901) points to the fault. */
export type WrongBody = { pointer: string; why: string; body: unknown; isAnything?: true };

type Json = { [member: string]: unknown };

const ANYTHING: readonly unknown[] = ['no such value', 7, true, [], {}, null, [7], [null], ''];
/** How many of them are tried at one place; the next place continues with the others. */
const MAX_PER_PLACE = 2;

/** The schema refuses every one of them. */
export function wrongBodies(document: ApiDocument, schema: Schema, example: unknown): WrongBody[] {
  const tried = new Map<string, number>();
  return [...wrongAt(document, schema, example)].filter(({ pointer, isAnything, body }) => {
    if (document.allows(schema, body)) return false;
    const count = (tried.get(pointer) ?? 0) + 1;
    tried.set(pointer, count);
    return !isAnything || pointer === '' || count <= MAX_PER_PLACE;
  });
}

let turn = 0;

function* wrongAt(document: ApiDocument, sent: Schema, example: unknown): Generator<WrongBody> {
  const schema = withoutNull(document.resolve(sent));
  if (schema.readOnly === true) return;
  const start = turn++ % ANYTHING.length;
  for (const value of [...ANYTHING.slice(start), ...ANYTHING.slice(0, start)]) {
    yield { pointer: '', why: `is ${JSON.stringify(value)}`, body: value, isAnything: true };
  }
  yield* tooLong(schema, example);
  if (schema.type === 'object') yield* wrongMembers(document, schema, (example ?? smallest(document, schema)) as Json);
  if (schema.type === 'array') {
    const elements = (example as unknown[] | undefined) ?? [];
    for (const wrong of wrongAt(document, schema.items as Schema, elements[0])) {
      yield { ...wrong, pointer: `/0${wrong.pointer}`, body: [wrong.body, ...elements.slice(1)] };
    }
  }
}

/** An object with only the required members. */
function smallest(document: ApiDocument, { required = [], properties = {} }: Schema): Json {
  const members = properties as Record<string, Schema>;
  const firstOf = ({ enum: values = ['x'] }: Schema) => (values as unknown[])[0];
  return Object.fromEntries(
    (required as string[]).map((name) => [name, firstOf(document.resolve(members[name] ?? {}))]),
  );
}

/** The schema beside null, where null is allowed. */
function withoutNull(schema: Schema): Schema {
  const choices = schema.anyOf as Schema[] | undefined;
  return choices?.find(({ type }) => type !== 'null') ?? schema;
}

function* tooLong({ type, maxLength, maxItems, uniqueItems }: Schema, example: unknown): Generator<WrongBody> {
  if (typeof maxLength === 'number') {
    const long = typeof example === 'string' ? example.padEnd(maxLength + 1, 'x') : 'x'.repeat(maxLength + 1);
    yield { pointer: '', why: `is ${maxLength + 1} characters`, body: long };
  }
  if (type !== 'array') return;
  const element = (example as unknown[] | undefined)?.[0] ?? 'https://shop.example/x';
  if (uniqueItems) yield { pointer: '', why: 'has one element twice', body: [element, element] };
  if (typeof maxItems === 'number') {
    const elements = Array.from({ length: maxItems + 1 }, (_, index) =>
      typeof element === 'string' ? element.replace(/(\/\/[^/]+)?$|(?<=\/\/[^/]+)\//, `$&${index}`) : element,
    );
    yield { pointer: '', why: `has ${maxItems + 1} elements`, body: elements };
  }
}

function* wrongMembers(document: ApiDocument, schema: Schema, example: Json): Generator<WrongBody> {
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    const pointer = `/${name}`;
    for (const wrong of wrongAt(document, member, example[name])) {
      yield { ...wrong, pointer: pointer + wrong.pointer, body: { ...example, [name]: wrong.body } };
    }
  }
  for (const name of (schema.required ?? []) as string[]) {
    const { [name]: _, ...rest } = example;
    yield { pointer: `/${name}`, why: 'is missing', body: rest };
  }
  for (const name of ['no_such_member', 'owner_id', 'constructor', '~/']) {
    const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    yield { pointer, why: 'is not known', body: { ...example, [name]: 'x' } };
  }
}

const HOSTILE: readonly unknown[] = [
  '\u202Egpj.exe',
  '<script>alert(1)</script>',
  "'; drop table applications; --",
  'javascript:alert(1)',
  '../../etc/passwd',
  'https://x.example/\u0001',
  'http://169.254.169.254/',
  '{{7*7}}',
  'x'.repeat(5000),
  -1,
  1e300,
];

/** Bodies with something hostile in one place. The server may accept or refuse them, and must survive. */
export function hostileBodies(document: ApiDocument, sent: Schema, example: unknown): unknown[] {
  const schema = withoutNull(document.resolve(sent));
  if (schema.type === 'object') {
    const kept = (example ?? {}) as Json;
    return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, member]) =>
      hostileBodies(document, member, kept[name]).map((value) => ({ ...kept, [name]: value })),
    );
  }
  if (schema.type === 'array') {
    return hostileBodies(document, schema.items as Schema, undefined).map((value) => [value]);
  }
  if (typeof schema.type !== 'string' && schema.readOnly !== true) return [];
  turn += 2;
  const start = turn % HOSTILE.length;
  return [...HOSTILE, ...HOSTILE].slice(start, start + 2);
}
