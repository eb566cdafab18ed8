// Lists for people: columns of even width under a heading. Text of others is shown without control characters, so that
// a nickname cannot write to the terminal (case P5).

export function textTable(heading: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  const cells = [heading, ...rows.map((row) => row.map(printable))];
  const widths = heading.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Lines of `name: value`; what has no value is left out. */
export const textFields = (fields: Readonly<Record<string, string | null | undefined>>): string =>
  Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${printable(value ?? null)}`)
    .join('\n');

const printable = (text: string | null): string => (text ?? '-').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
