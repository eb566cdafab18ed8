// What a test begins with, made a few at a time: inserts of one owner wait for the owner's row, and the last of hundreds
// at once would wait longer than a statement may on a busy machine.
const AT_ONCE = 20;

/** Runs `make` for each item, 20 at once. */
export async function inTurns<Item>(items: readonly Item[], make: (item: Item) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < items.length; at += AT_ONCE) await Promise.all(items.slice(at, at + AT_ONCE).map(make));
}
