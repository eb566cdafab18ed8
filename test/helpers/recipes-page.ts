// Uses docs/recipes.md as a reader does: registers what a recipe's table says and turns its blocks into files, after
// replacing only what the page tells the reader to replace.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { replaceEach } from './replace-each.ts';
import { createOwner, succeed, type TestServer } from './server.ts';

export const RECIPES_PAGE = readFileSync(fileURLToPath(new URL('../../docs/recipes.md', import.meta.url)), 'utf8');

export type Block = { name: string; text: string };

export type Recipe = {
  title: string;
  /** The whole text, as on the page. */
  text: string;
  /** Its table: first cell → second cell. */
  rows: ReadonlyMap<string, string>;
  /** In the page's order. Blocks of one name are one file. */
  blocks: readonly Block[];
};

/** The blocks of a page of our documents that are named. */
export const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/<!-- ([\w:. -]+) -->\n```\w+\n([\s\S]*?)```\n/g)].map(([, name = '', block = '']) => ({
    name,
    text: block,
  }));

export const PAGE_BLOCKS: readonly Block[] = blocksOf(RECIPES_PAGE);

export const RECIPES: readonly Recipe[] = RECIPES_PAGE.split(/^(?=#{2,3} )/m)
  .filter((section) => section.startsWith('### '))
  .map((text) => ({
    title: /^### (.*)$/m.exec(text)?.[1] ?? '',
    text,
    rows: new Map(
      [...text.matchAll(/^\| ([A-Z][^|]*?) \| (.*) \|$/gm)].map(([, name = '', cell = '']) => [name, cell] as const),
    ),
    blocks: blocksOf(text),
  }));

export function recipeOf(title: string): Recipe {
  const recipe = RECIPES.find((one) => one.title === title);
  if (!recipe) throw new Error(`The page has no recipe "${title}".`);
  return recipe;
}

/** What the reader must replace, by the page's table → what replaces it. */
export type Replacements = Readonly<Record<string, string>>;

const AUTH_URL = 'https://login.example.com';
const API_URL = 'https://api.example.com';
const HOME = 'https://app.example.com';

/** The addresses of a running server, and of the program. */
export const addressesOf = (server: Pick<TestServer, 'authUrl' | 'apiUrl'>, home: string): Replacements => ({
  [AUTH_URL]: server.authUrl,
  [API_URL]: server.apiUrl,
  [HOME]: home,
});

export function replaceIn(text: string, replacements: Replacements): string {
  for (const placeholder of Object.keys(replacements)) {
    if (!RECIPES_PAGE.includes(`| \`${placeholder}\``) && !RECIPES_PAGE.includes(`, \`${placeholder}\` |`)) {
      throw new Error(`The page does not tell the reader to replace ${placeholder}.`);
    }
  }
  return replaceEach(text, replacements);
}

/** A file of a recipe, with the reader's own values filled in. */
export function fileOf(recipe: Recipe, name: string, replacements: Replacements): string {
  const parts = recipe.blocks.filter((block) => block.name === name);
  if (parts.length === 0) throw new Error(`The recipe "${recipe.title}" has no block "${name}".`);
  return replaceIn(parts.map(({ text }) => text).join('\n'), replacements);
}

const addressesIn = (cell: string): string[] => [...cell.matchAll(/`(https?:[^`]+)`/g)].map(([, uri = '']) => uri);

/** What a recipe's table registers, as flags of `latchkey applications create`. */
export function registrationFlags({ rows }: Recipe): string[] {
  const flags: string[] = [];
  for (const [row, flag] of [
    ['Redirect URI', '--redirect-uri'],
    ['Post-logout redirect URI', '--post-logout-redirect-uri'],
    ['Back-channel logout URI', '--backchannel-logout-uri'],
  ] as const) {
    for (const uri of addressesIn(rows.get(row) ?? '')) flags.push(flag, uri);
  }
  for (const [, item, consent] of (rows.get('Consent items') ?? '').matchAll(/`(\w+)` (required|optional)/g)) {
    flags.push('--consent-item', `${item}:${consent}`);
  }
  if (rows.get('PKCE')?.startsWith('yes')) flags.push('--require-pkce');
  return flags;
}

const BY_GROUP = ' by group';

/** With what the recipe adds where rights go by group: each block stands at the end of the file that it names. */
export const byGroup = (recipe: Recipe): Recipe => ({
  ...recipe,
  blocks: recipe.blocks.map(({ name, text }) => ({ name: name.replace(BY_GROUP, ''), text })),
});

let owners = 0;

/**
 * Registers an application by the recipe's table.
 * @param flags what else to register
 * @returns everything that the reader must replace
 */
export async function registerByRecipe(
  server: TestServer,
  recipe: Recipe,
  home: string,
  flags: readonly string[] = [],
): Promise<Replacements> {
  owners += 1;
  const { email } = await createOwner(server, `owner-${owners}@example.com`);
  const addresses = addressesOf(server, home);
  const named = ['--email', email, '--name', recipe.title, '--login-activation', 'ON', '--platform', 'Web'];
  const own = registrationFlags(recipe).map((flag) => replaceIn(flag, addresses));
  const made = await succeed(server, ['applications', 'create', ...named, '--site-domain', home, ...own, ...flags]);
  const application = made as { id: string; platforms: { api_key: string }[] };
  const secret = await succeed(server, ['client-secrets', 'create', '--application', application.id]);
  const { client_secret: clientSecret } = secret as { client_secret: string };
  const key = application.platforms[0]?.api_key ?? '';
  const { protocol, host } = new URL(server.authUrl);
  return {
    'https://YOUR_API_KEY:YOUR_CLIENT_SECRET@login.example.com': `${protocol}//${key}:${clientSecret}@${host}`,
    ...addresses,
    YOUR_API_KEY: key,
    YOUR_CLIENT_SECRET: clientSecret,
  };
}
