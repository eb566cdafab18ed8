// Builds the program for a run of the tests: `src` bundled by esbuild, so that no worker transforms and loads its modules
// one by one. Every module is an entry, and what entries share lies in files of its own: no class and no symbol exists
// twice. It is built anew for each run, from the tree as it is, or once for the several runs of `.ci/run`. So are the programs that tests start as processes of
// their own: compiling them at each start took a second.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { build, type Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin } from 'vitest/config';
import { FOLDER_OF_THE_RUN, PROCESSES } from './fork-built.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCE = join(ROOT, 'src');
/** Inside the project, because its packages are found from there. */
const FOLDERS = join(ROOT, 'node_modules/.latchkey-tests');

/** Vitest reads its configuration once for each of its projects, this module included. */
const builds = globalThis as { latchkeyTestBuild?: Promise<void>; latchkeyTestLock?: Database.Database | null };

/**
 * The same one for each run, whose transformed tests name it and are kept; runs that overlap have others. The lock is
 * the process's own, so it ends with it.
 */
function ownFolder(): string {
  if (builds.latchkeyTestLock === undefined) {
    mkdirSync(FOLDERS, { recursive: true });
    const lock = new Database(join(FOLDERS, 'lock.db'), { timeout: 0 });
    try {
      builds.latchkeyTestLock = lock.exec('begin exclusive');
    } catch {
      lock.close();
      builds.latchkeyTestLock = null;
    }
  }
  return join(FOLDERS, builds.latchkeyTestLock ? 'own' : String(process.pid));
}

const given = process.env[FOLDER_OF_THE_RUN];
const FOLDER = given ?? ownFolder();

/** Tests that replace a module, which a module that was built would not notice. They load `src` as it is written. */
const AS_WRITTEN = ['test/contract/postgres-plans.test.ts', 'test/contract/sqlite-plans.test.ts'];

const NEW_SCHEMA = join(SOURCE, 'store/sqlite/new-schema.ts');

/** Modules find the files beside them in the tree, and the schema of new files, which the build writes, in its folder. */
const placeInTree: EsbuildPlugin = {
  name: 'place-in-tree',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/](src|test)[\\/].*\.tsx?$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const place = path === NEW_SCHEMA ? join(FOLDER, 'new-schema.js') : path;
      const contents = text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(place).href));
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts', resolveDir: dirname(path) };
    }),
};

async function bundle(): Promise<void> {
  if (given === undefined) {
    const remove = () => rmSync(FOLDER, { recursive: true, force: true });
    // A run that was killed, whose process had the same number, may have left its own.
    remove();
    process.once('exit', remove);
  } else if (existsSync(FOLDER)) return;
  const modules = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name))
    .map((name) => join(SOURCE, name));
  await build({
    absWorkingDir: ROOT,
    entryPoints: [...modules, ...PROCESSES.map((name) => join(ROOT, 'test', `${name}.ts`))],
    outbase: ROOT,
    outdir: FOLDER,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    plugins: [placeInTree],
  });
  const { ownNewSchema } = await import(join(FOLDER, 'src/store/sqlite/new-schema.js'));
  writeFileSync(join(FOLDER, 'new-schema.json'), JSON.stringify(ownNewSchema()));
}

/** @returns a plugin by which tests that import a module of `src` get the one that was built */
export async function builtProgram(): Promise<Plugin> {
  builds.latchkeyTestBuild ??= bundle();
  await builds.latchkeyTestBuild;
  process.env[FOLDER_OF_THE_RUN] = FOLDER;
  return {
    name: 'built-program',
    enforce: 'pre',
    configureVitest: ({ experimental_defineCacheKeyGenerator }) => experimental_defineCacheKeyGenerator(() => FOLDER),
    resolveId(specifier, importer) {
      if (!importer || !/^\.{1,2}\/.*\.tsx?$/.test(specifier)) return undefined;
      if (importer.startsWith(`${SOURCE}/`) || AS_WRITTEN.includes(relative(ROOT, importer))) return undefined;
      const path = join(dirname(importer), specifier);
      if (!path.startsWith(`${SOURCE}/`)) return undefined;
      return { id: join(FOLDER, path.slice(ROOT.length).replace(/\.tsx?$/, '.js')), external: true };
    },
  };
}
