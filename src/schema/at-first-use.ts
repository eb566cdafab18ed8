// Schemas are made at their first use: to make all of them takes longer than to load the program's own code.

/** @returns what `make` makes, always the same */
export function atFirstUse<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
