// docs/conformance.md lists the modules that there are. Its results are those of its last generation.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DOCUMENT, modulesListed, type Results, renderDocument } from './document.ts';
import { PLANS } from './plans.ts';

const namesOf = (plans: typeof PLANS) => new Map(plans.map(({ name, modules }) => [name, modules.map((m) => m.name)]));

test('docs/conformance.md lists the plans and modules that exist; npm run conformance writes it', () => {
  expect(modulesListed(readFileSync(DOCUMENT, 'utf8'))).toEqual(namesOf(PLANS));
});

test('docs/conformance-modules.md compares every module with the Foundation’s, and no other', () => {
  const comparison = readFileSync(new URL('../../docs/conformance-modules.md', import.meta.url), 'utf8');
  const rows = [...comparison.matchAll(/^\| `(oidcc-[\w-]+)` \|(.*)\|$/gm)];
  const known = new Set(PLANS.flatMap(({ modules }) => modules.map(({ name }) => name)));
  expect(rows.map(([, name]) => name)).toEqual([...known]);
  for (const [row, , cells = ''] of rows) expect(cells.split('|'), row).toHaveLength(3);
});

test('a document tells a failed module, and one that was not run', () => {
  const [first, second] = PLANS[0]?.modules ?? [];
  const results: Results = new Map([[`${PLANS[0]?.name} ${first?.name}`, 'failed' as const]]);
  const document = renderDocument(results, new Date(0));
  expect(document).toContain(`| \`${first?.name}\` | ${first?.verifies} | failed |`);
  expect(document).toContain(`| \`${second?.name}\` | ${second?.verifies} | not run |`);
  expect(modulesListed(document)).toEqual(namesOf(PLANS));
});

test('within a plan every module has a name of its own, as published, and says in one line what it verifies', () => {
  for (const { name, modules } of PLANS) {
    expect(name).toMatch(/^oidcc-[a-z-]+-certification-test-plan$/);
    expect(new Set(modules.map((module) => module.name)).size).toBe(modules.length);
    for (const { name, verifies } of modules) {
      expect(name).toMatch(/^oidcc-[a-z0-9-]+$/);
      expect(verifies).toMatch(/^[^\n|]{20,}\.$/);
    }
  }
});
