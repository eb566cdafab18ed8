// A server and a program of a recipe beside it, for one test file.
//
//   const given = useRecipes({ LATCHKEY_UNVERIFIED_EMAIL: 'withhold' });
//   const { home } = await given.serve({ title: 'Arctic', files: ['arctic.mjs'], command: () => ['node', 'arctic.mjs'] });
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import { startServer } from '../helpers/program.ts';
import { fileOf, type Recipe, type Replacements, recipeOf, registerByRecipe } from '../helpers/recipes-page.ts';
import type { TestServer } from '../helpers/server.ts';
import { freeHome, start, writeFolder } from './program.ts';

const PROGRAMS = fileURLToPath(new URL('programs/', import.meta.url));

type Written = {
  title: string;
  /** Blocks of the recipe. */
  files: readonly string[];
  /** Of test/recipes/programs: files, or folders with what is in them. */
  around?: readonly string[];
  /** Does something else than the page says: another text of the table or of a file. */
  recipe?: (recipe: Recipe) => Recipe;
  /** The program's own address. */
  home: string;
  /** More that is the reader's to replace. */
  more?: Replacements | undefined;
  /** More to register than the table says. */
  flags?: readonly string[];
};

type Served = Omit<Written, 'home'> & {
  command: (places: { port: number; folder: string }) => readonly [string, ...string[]];
  environment?: Readonly<Record<string, string>>;
};

/** Call once in a `describe` or a file; read `server` inside tests only. */
export function useRecipes(settings: Readonly<Record<string, string>> = {}) {
  let server: TestServer;
  const cleanUp: (() => void | Promise<void>)[] = [];
  beforeAll(async () => {
    server = await startServer(settings);
  });
  afterAll(async () => {
    for (const step of cleanUp.reverse()) await step();
    await server?.stop();
  });

  /** Registers by the recipe, and writes its files and what is around them. */
  async function write({ title, files, around = [], recipe: change, home, more = {}, flags }: Written) {
    const recipe = change ? change(recipeOf(title)) : recipeOf(title);
    const replacements = { ...(await registerByRecipe(server, recipe, home, flags)), ...more };
    const own = files.map((name) => [name, fileOf(recipe, name, replacements)] as const);
    const { path: folder, remove } = writeFolder({ ...programFiles(around), ...Object.fromEntries(own) });
    cleanUp.push(remove);
    return { folder, replacements };
  }

  return {
    get server() {
      return server;
    },
    write,
    /** And starts the command. */
    async serve({ command, environment = {}, ...what }: Served) {
      const { home, port } = await freeHome();
      const { folder, replacements } = await write({ ...what, home });
      const program = await start({ command: command({ port, folder }), folder, environment, port });
      cleanUp.push(() => program.stop());
      return { home, program, folder, replacements };
    },
  };
}

function programFiles(names: readonly string[]): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of names) {
    if (name.endsWith('/'))
      for (const file of readdirSync(PROGRAMS + name)) files[file] = readFileSync(PROGRAMS + name + file, 'utf8');
    else files[name] = readFileSync(PROGRAMS + name, 'utf8');
  }
  return files;
}

/** The recipe with other words in it, table and blocks: what somebody may do instead. */
export function changed(recipe: Recipe, words: Readonly<Record<string, string>>): Recipe {
  const change = (text: string) => Object.entries(words).reduce((done, [from, to]) => done.replaceAll(from, to), text);
  if (Object.keys(words).some((word) => !recipe.text.includes(word))) {
    throw new Error(`The recipe "${recipe.title}" does not say all of ${Object.keys(words).join(', ')}.`);
  }
  return {
    ...recipe,
    text: change(recipe.text),
    rows: new Map([...recipe.rows].map(([name, cell]) => [name, change(cell)])),
    blocks: recipe.blocks.map(({ name, text }) => ({ name, text: change(text) })),
  };
}
