// JSON Merge Patch (RFC 7396) of resources whose members are values and lists. Lists are replaced as a whole, so there
// is one level to merge.

/**
 * The patched resource. Members that the patch removes are kept as `undefined`, so that the reader of the shape still
 * reports unknown ones.
 */
export function mergePatch(resource: object, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const changes = Object.entries(patch).map(([name, value]) => [name, value ?? undefined] as const);
  return { ...resource, ...Object.fromEntries(changes) };
}

/** The names of the members in a patch. */
export const membersOf = (patch: unknown): readonly string[] => (isObject(patch) ? Object.keys(patch) : []);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
