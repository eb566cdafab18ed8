// JSON Merge Patch (RFC 7396): objects are merged, lists and values replaced as a whole.

/**
 * The patched resource. Members that the patch removes are kept as `undefined`, so that the reader of the shape still
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

/** The names of the members in a patch. */
export const membersOf = (patch: unknown): readonly string[] => (isObject(patch) ? Object.keys(patch) : []);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
