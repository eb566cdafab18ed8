// docs/recipes.md as a page: every recipe says the same in the same order, what it says to register can be registered,
// and the table at its beginning tells the truth about what is run by tests. Part of `npm test` too.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CONSENT_ITEMS } from '../../src/core/ground/consent-items.ts';
import {
  findBackchannelUriFault,
  findPostLogoutUriFault,
  findRedirectUriFault,
} from '../../src/protocol/redirect-uri-registration.ts';
import { PAGE_BLOCKS, RECIPES, RECIPES_PAGE, type Recipe, registrationFlags } from '../helpers/recipes-page.ts';

const ROWS = [
  'Redirect URI',
  'Post-logout redirect URI',
  'Back-channel logout URI',
  'Consent items',
  'PKCE',
  'The person is',
  'Verified address',
  'Username',
];

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

const valuesOf = (recipe: Recipe, flag: string): string[] => {
  const flags = registrationFlags(recipe);
  return flags.flatMap((word, at) => (word === flag ? [flags[at + 1] ?? ''] : []));
};

it('there are recipes for at least twenty programs', () => {
  expect(new Set(RECIPES.map(({ title }) => title)).size).toBeGreaterThanOrEqual(20);
});

it.each(RECIPES.map((recipe) => [recipe.title, recipe] as const))('%s has every row, and a block', (_, recipe) => {
  expect([...recipe.rows.keys()]).toEqual(ROWS);
  expect(recipe.rows.get('PKCE')).toMatch(/^(yes|no)$/);
  // What it shows without is said wherever one is needed.
  for (const row of ['Verified address', 'Username']) {
    expect(recipe.rows.get(row)).toMatch(
      /^(not needed$|not needed[:;]? .+|needed.*(without|for an unverified one|unverified).+|needed where .+)/,
    );
  }
  expect(recipe.blocks.length).toBeGreaterThanOrEqual(1);
});

it.each(RECIPES.map((recipe) => [recipe.title, recipe] as const))('%s: the table can be registered', (_, recipe) => {
  const web = { siteDomainHosts: ['app.example.com'], hasNativeEntry: false };
  const uris = valuesOf(recipe, '--redirect-uri');
  expect(uris.length).toBeGreaterThanOrEqual(1);
  expect(uris.filter((uri) => findRedirectUriFault(uri, web))).toEqual([]);
  expect(valuesOf(recipe, '--post-logout-redirect-uri').filter((uri) => findPostLogoutUriFault(uri, web))).toEqual([]);
  expect(valuesOf(recipe, '--backchannel-logout-uri').filter((uri) => findBackchannelUriFault(uri, web))).toEqual([]);
  const items = valuesOf(recipe, '--consent-item').map((item) => item.split(':')[0] ?? '');
  const known = new Set<string>([...CONSENT_ITEMS, 'username']);
  expect(items.length).toBeGreaterThanOrEqual(1);
  expect(items.filter((item) => !known.has(item))).toEqual([]);
  expect(recipe.rows.get('Redirect URI')).toContain('`');
});

it('contract 2: the page says first which programs need a verified address', () => {
  const [, before = ''] = /\*\*The email address\*\*([\s\S]*?)- \*\*The username/.exec(RECIPES_PAGE) ?? [];
  const needing = RECIPES.filter(({ rows }) => /\bneeded\b(?<!not needed)/.test(rows.get('Verified address') ?? ''));
  expect(needing.map(({ title }) => title).filter((title) => !before.includes(`(#${anchorOf(title)})`))).toEqual([]);
  const [, notes = ''] = RECIPES_PAGE.split('## Notes on other programs');
  for (const program of ['PocketBase', 'Panel', 'Chainlit', 'vouch-proxy']) {
    expect(before).toContain(program);
    expect(notes).toMatch(new RegExp(`\\| ${program} \\| needs a verified address`));
  }
});

it('who asks for an item by scope has registered it', () => {
  const missing = RECIPES.flatMap((recipe) => {
    const asked = recipe.blocks.flatMap(({ text }) =>
      [...text.matchAll(/scopes?\b.*/gi)].flatMap(([line]) => line.match(/\b(nickname|email|username)\b/g) ?? []),
    );
    const registered = valuesOf(recipe, '--consent-item').map((item) => item.split(':')[0]);
    return [...new Set(asked)].filter((item) => !registered.includes(item)).map((item) => `${recipe.title}: ${item}`);
  });
  expect(missing).toEqual([]);
});

it('every block has a name, every link leads somewhere', () => {
  const fences = RECIPES_PAGE.match(/^```/gm)?.length ?? 0;
  expect(fences / 2).toBe(PAGE_BLOCKS.length);
  const headings = [...RECIPES_PAGE.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
  const inside = [...RECIPES_PAGE.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(inside.filter((anchor) => !headings.includes(anchor))).toEqual([]);
  expect(RECIPES.map(({ title }) => anchorOf(title)).filter((anchor) => !inside.includes(anchor))).toEqual([]);
  const clients = readFileSync(new URL('../../docs/clients.md', import.meta.url), 'utf8');
  const outside = [...RECIPES_PAGE.matchAll(/\]\(clients\.md(?:#([^)]+))?\)/g)].map(([, anchor]) => anchor);
  const there = [...clients.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
  expect(outside.filter((anchor) => anchor !== undefined && !there.includes(anchor))).toEqual([]);
});

it('the recipes that the page says are run by tests are those that tests run: eight at least, in three languages', () => {
  const folder = new URL('./', import.meta.url);
  const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts') && name !== 'page.test.ts');
  const sources = tests.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const rows = [...RECIPES_PAGE.matchAll(/^\| [\w, ]+ \| ([^|]*) \| [^|]* \|$/gm)].map(([, cell = '']) => cell);
  const named = rows.flatMap((cell) => [...cell.matchAll(/\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor));
  const run = RECIPES.filter(({ title }) => sources.includes(`'${title}'`)).map(({ title }) => anchorOf(title));
  expect(run.toSorted()).toEqual(named.toSorted());
  expect(run.length).toBeGreaterThanOrEqual(8);
  expect(tests.length).toBeGreaterThanOrEqual(3);
});

it('contract 31: the page tells which recipes by group are run by a test: five at least', () => {
  const source = readFileSync(new URL('groups.test.ts', import.meta.url), 'utf8');
  const rows = [
    ...RECIPES_PAGE.matchAll(
      /^\| \[[^\]]+\]\(#([^)]+)\) \| (run by a test|its authenticator, by hand|not run) \| [^|]+ \|$/gm,
    ),
  ];
  const named = (how: string) => rows.filter((row) => row[2] === how).map(([, anchor = '']) => anchor);
  const recipes = RECIPES.filter(
    ({ text }) => text.includes('[By group](#rights-by-group)') || /go \[by group\]/.test(text),
  );
  const run = recipes.filter(({ title }) => source.includes(`'${title}'`)).map(({ title }) => anchorOf(title));
  expect(named('run by a test').toSorted()).toEqual(run.toSorted());
  expect(run.length).toBeGreaterThanOrEqual(5);
  const others = recipes.map(({ title }) => anchorOf(title)).filter((anchor) => !run.includes(anchor));
  expect([...named('its authenticator, by hand'), ...named('not run')].toSorted()).toEqual(others.toSorted());
});
