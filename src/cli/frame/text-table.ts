// Tables for people: aligned columns under a heading. Control characters are replaced, so that a nickname cannot
// control the terminal (case P5).

export const textTable = (heading: readonly string[], rows: readonly (readonly (string | null)[])[]): string =>
  tableLines(
    [heading, ...rows],
    heading.map(() => 0),
  );

/** @param widths of the columns so far; they grow to fit these rows */
export function tableLines(rows: readonly (readonly (string | null)[])[], widths: number[]): string {
  const cells = rows.map((row) => row.map(printable));
  for (const row of cells) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Lines of `name: value`; fields without a value are left out. */
export const textFields = (fields: Readonly<Record<string, string | null | undefined>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${printable(value ?? null)}`)
    .join('\n');

const printable = (text: string | null): string => (text ?? '-').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
