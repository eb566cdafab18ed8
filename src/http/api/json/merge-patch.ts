// JSON Merge Patch (RFC 7396): objects are merged, lists and values replaced as a whole.
import type { FastifyRequest } from 'fastify';
import type { Fault } from '../../../core/ground/fault.ts';
import { formatOf, isReadOnly, type ObjectSchema } from '../../../schema/read-only.ts';

/**
 * The patched resource. Members that the patch removes are kept as `undefined`, so that the reader of the body still
 * reports unknown ones.
 */
export function mergePatch(resource: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const current = isObject(resource) ? resource : {};
  const changes = Object.entries(patch).map(
    ([name, value]) =>
      [
        name,
        value === null ? undefined : mergePatch(Object.hasOwn(current, name) ? current[name] : {}, value),
      ] as const,
  );
  return { ...current, ...Object.fromEntries(changes) };
}

/**
 * What the body of a PUT or PATCH says.
 * @param read reads a whole resource
 * @param shown the resource as GET returns it
 */
export function readChange<Reading extends { faults: readonly Fault[] }>(
  schema: ObjectSchema,
  read: (resource: unknown) => Reading,
  shown: object,
  { method, body }: Pick<FastifyRequest, 'method' | 'body'>,
): Reading {
  if (method !== 'PATCH') return read(body);
  const reading = read(mergePatch(shown, body));
  return { ...reading, faults: [...reading.faults, ...readOnlyFaults(schema, shown, body)] };
}

/**
 * A patch names what is to change, so a read-only member with another value is refused: it would be answered with 200
 * and change nothing. Times and URIs that the server sets are ignored, as a PUT ignores all: they may have changed
 * meanwhile.
 * @param shown the resource as GET returns it
 */
export function readOnlyFaults(schema: ObjectSchema, shown: object, patch: unknown): Fault[] {
  const current = shown as Readonly<Record<string, unknown>>;
  return membersOf(patch).flatMap((name): Fault[] => {
    const member = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    if (!member || !isReadOnly(member) || SET_BY_SERVER.has(formatOf(member))) return [];
    const [is, wanted] = [current[name] ?? null, (patch as typeof current)[name]];
    if (JSON.stringify(is) === JSON.stringify(wanted)) return [];
    return [{ path: [name], code: 'read-only', detail: 'This member cannot be changed here. Leave it out.' }];
  });
}

const SET_BY_SERVER: ReadonlySet<unknown> = new Set(['date-time', 'uri']);

/** The names of the members in a patch. */
export const membersOf = (patch: unknown): readonly string[] => (isObject(patch) ? Object.keys(patch) : []);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
