// JSON Merge Patch (RFC 7396) for resources whose members are bare values and lists: lists are replaced as wholes, so
// one level is all there is to merge.

/**
 * The resource as the patch would have it. What the patch takes away with null stands there as `undefined`, so that the
 * shape still names a member that is not known.
 */
export function mergePatch(resource: object, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const changes = Object.entries(patch).map(([name, value]) => [name, value ?? undefined] as const);
  return { ...resource, ...Object.fromEntries(changes) };
}

/** The members that a patch names. */
export const membersOf = (patch: unknown): readonly string[] => (isObject(patch) ? Object.keys(patch) : []);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
