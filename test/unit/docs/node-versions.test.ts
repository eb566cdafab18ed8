// No package that an install brings warns on a Node that README names (`npm warn EBADENGINE`).
import { readFileSync } from 'node:fs';
import semver from 'semver';
import { expect, test } from 'vitest';

type Manifest = { version?: string; optional?: boolean; engines?: { node?: string } };

const read = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Manifest> };
const { '': own, ...installed } = packages;
const promised = own?.engines?.node ?? '';

/** The oldest of each range, the one that a package is most likely to leave out. */
const oldestPromised = promised.split('||').map((range) => semver.minVersion(range)?.version ?? '');

test('README names the Nodes that package.json promises', () => {
  const [named = ''] = /You need Node .*/.exec(read('README.md')) ?? [];
  const oldest = [...named.matchAll(/\d+(?:\.\d+)?/g)].map(([version]) => semver.coerce(version)?.version);
  expect(oldest).toEqual(oldestPromised);
});

test('every package runs on each of them', () => {
  const others = Object.entries(installed)
    // Those for other systems are not installed, so nothing warns of them.
    .filter(([, { optional = false }]) => !optional)
    .flatMap(([place, { version, engines: { node = '*' } = {} }]) =>
      oldestPromised.every((oldest) => semver.satisfies(oldest, node)) ? [] : [`${place} ${version}: ${node}`],
    );
  expect(Object.keys(installed).length).toBeGreaterThan(100);
  expect(others).toEqual([]);
});
