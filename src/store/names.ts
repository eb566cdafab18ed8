// How a column and the member of core that it holds are named: `last_used_at`, `lastUsedAt`.

const camelNames = new Map<string, string>();

/** Kept by column: on PostgreSQL it is asked for every value of every row. */
export function camelNameOf(column: string): string {
  let name = camelNames.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    camelNames.set(column, name);
  }
  return name;
}

export const snakeNameOf = (member: string): string => member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
