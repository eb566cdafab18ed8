// Writes src/protocol/confusables-table.ts from Unicode's confusables.txt (UTS 39), which is not kept here:
//
//   node tools/make-confusables.js confusables.txt
import { readFileSync, writeFileSync } from 'node:fs';

const [, , source] = process.argv;
if (source === undefined) throw new Error('Say which file: node tools/make-confusables.js confusables.txt');
const text = readFileSync(source, 'utf8');
const version = /^# Version: (\S+)/m.exec(text)?.[1];
if (version === undefined) throw new Error(`${source} does not say its version`);

const hex = (points) =>
  points
    .trim()
    .split(/\s+/)
    .map((point) => Number.parseInt(point, 16));
/** Prototype → the characters that look like it. */
const groups = new Map();
for (const [, from, to] of text.matchAll(/^\s*([0-9A-F]+)\s*;\s*([0-9A-F ]+?)\s*;\s*MA/gim)) {
  const prototype = hex(to)
    .map((point) => point.toString(36))
    .join('+');
  groups.set(prototype, [...(groups.get(prototype) ?? []), ...hex(from)]);
}
const entries = [...groups].map(([prototype, sources]) => {
  const sorted = sources.sort((a, b) => a - b);
  const steps = sorted.map((point, index) => (point - (sorted[index - 1] ?? 0)).toString(36));
  return [prototype, ...steps].join(',');
});

const lines = [''];
for (const entry of entries.sort()) {
  if (lines.at(-1).length + entry.length > 240) lines.push('');
  lines[lines.length - 1] += `${entry} `;
}
const table = lines.map((line) => `  '${line}'`).join(' +\n');
writeFileSync(
  new URL('../src/protocol/confusables-table.ts', import.meta.url),
  `// Unicode ${version}, security/confusables.txt: which characters look like which. Made by tools/make-confusables.js; not to be
// edited. Copyright © 1991-${new Date().getUTCFullYear()} Unicode, Inc., under the Unicode License V3
// (https://www.unicode.org/license.txt).
export const CONFUSABLES =
${table.replace(/ '$/, "'")};
`,
);
console.log(`${groups.size} prototypes of ${[...groups.values()].flat().length} characters, Unicode ${version}`);
