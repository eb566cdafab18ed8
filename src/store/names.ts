// Converts between the names of columns and of core's members: `last_used_at`, `lastUsedAt`.

const camelNames = new Map<string, string>();

/** Cached, because the PostgreSQL stores call it for every value of every row. */
export function camelNameOf(column: string): string {
  let name = camelNames.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    camelNames.set(column, name);
  }
  return name;
}

export const snakeNameOf = (member: string): string => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
