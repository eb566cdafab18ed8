// Writes the tables of docs/commands.md and docs/settings.md and the example of the settings from the program. Run: npm run docs:tables
import { writeFileSync } from 'node:fs';
import { EXAMPLE, TABLE_PAGES, withRows } from './tables-document.ts';

for (const { file, rows } of TABLE_PAGES) writeFileSync(file, withRows(file, rows()));
writeFileSync(EXAMPLE.file, EXAMPLE.text());
