// The tables of docs/commands.md and docs/settings.md are those of the program (npm run docs:tables).
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rowsOf, TABLE_PAGES } from './tables-document.ts';

describe('the tables of docs', () => {
  it.each(TABLE_PAGES.map(({ file, rows }) => ({ name: basename(file.pathname), file, rows })))(
    'contract 1: $name lists every command with its flags, or every setting with its default',
    ({ file, rows }) => {
      expect(rows().length).toBeGreaterThan(25);
      expect(rowsOf(readFileSync(file, 'utf8'))).toEqual(rows());
    },
  );
});
