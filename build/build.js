// `npm run build`: bundles the program into one file, and stores the code that V8 compiled from it beside it. Loading
// its modules, of which there are a thousand, and those of its dependencies one by one, and compiling them, would take most of each start
// (docs/decisions/0018-one-bundle.md).
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'dist');
/** The folder with the files of the program. */
const bundle = join(out, 'cli');
const LANGUAGES = ['en', 'ko'];

/** Resolves a file beside a module from the module's place in `src`, wherever the bundler put the module. */
const resolveFromSource = {
  name: 'resolve-from-source',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (path.includes('node_modules') || !text.includes('import.meta.url')) return undefined;
      const url = relative(bundle, join(out, relative(join(root, 'src'), path))).replaceAll('\\', '/');
      const contents = text.replaceAll('import.meta.url', `new URL(${JSON.stringify(url)}, PROGRAM_URL).href`);
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts', resolveDir: dirname(path) };
    }),
};

/**
 * The program reads the document of `/openapi`, its page and the guides from files, and nothing that makes them is in
 * the bundle.
 */
const builtContents = {
  name: 'built-contents',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(?:template|guide-contents)\.ts$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, dirname(path), `built-${basename(path)}`),
    })),
};

// Removed first: V8 compares only the length of the source, and could accept the compiled code of an earlier program.
rmSync(bundle, { recursive: true, force: true });
const common = { absWorkingDir: root, bundle: true, platform: 'node', target: 'node20', logLevel: 'warning' };
await build({ ...common, entryPoints: ['src/cli/main.ts'], outdir: bundle, format: 'esm' });
await build({
  ...common,
  entryPoints: ['src/cli/program.ts'],
  outfile: join(bundle, 'program.cjs'),
  format: 'cjs',
  // main.js calls this function.
  banner: { js: '(function (require, PROGRAM_URL) {' },
  footer: { js: '})' },
  supported: { 'dynamic-import': false },
  // Native code and rarely used packages are loaded from node_modules.
  external: [
    ...['better-sqlite3', '@node-rs/argon2', 'pg-native', 'yaml', 'pino-pretty', 'undici', 'nodemailer'],
    '@simplewebauthn/server',
    // Fastify's JSON Schema compilers and request injection, which nothing here uses.
    ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'],
  ],
  // Not minified: it would not start sooner.
  plugins: [resolveFromSource, builtContents],
  sourcemap: 'linked',
  sourcesContent: false,
});
narrowSourceMap(join(bundle, 'program.cjs.map'));
for (const own of ['hashing-thread.cjs', 'picture-launcher.cjs', 'picture-process.cjs', 'picture-thread.cjs']) {
  cpSync(join(root, 'src/outside', own), join(out, 'outside', own));
}
await writeOpenapiTemplate();
await writeGuides();
await writeNewSchema();
await minifyAssets('css', ['chrome100', 'firefox100', 'safari15.4']);
await minifyAssets('js', 'es2022');
chmodSync(join(bundle, 'main.js'), 0o755);
keepCompiledCode();

/**
 * Keeps only where lines of `src` begin, which is what stack traces name. The whole map, with columns, names and
 * dependencies, takes a running server 87 MB and 260 ms to read; this one takes 15 MB and 40 ms.
 */
function narrowSourceMap(path) {
  const { sources, mappings } = JSON.parse(readFileSync(path, 'utf8'));
  const own = new Map();
  sources.forEach((source, index) => {
    if (source.startsWith('../../src/')) own.set(index, own.size);
  });
  // Where code from elsewhere follows a line of `src`, a segment without a source ends that line.
  let last = 'nowhere';
  const lines = decode(mappings).map((segments) =>
    segments.flatMap(([column, source, line]) => {
      const origin = own.has(source) ? `${source}:${line}` : 'nowhere';
      if (origin === last) return [];
      last = origin;
      return origin === 'nowhere' ? [[column]] : [[column, own.get(source), line, 0]];
    }),
  );
  const kept = [...own.keys()].map((index) => sources[index]);
  writeFileSync(path, JSON.stringify({ version: 3, sources: kept, names: [], mappings: encode(lines) }));
}

/**
 * Writes the `/openapi` document, and the page made from it in each language, without the URLs of the hosts. A route
 * without a description fails the build.
 */
async function writeOpenapiTemplate() {
  const { openapiTemplate, referenceTemplate } = await run('src/http/openapi/template.ts');
  mkdirSync(join(out, 'http/openapi'), { recursive: true });
  writeFileSync(join(out, 'http/openapi/template.json'), openapiTemplate());
  for (const language of LANGUAGES) {
    writeFileSync(join(out, `http/openapi/reference-${language}.html`), referenceTemplate(language));
  }
}

/** Renders the guides of `docs` in each language. A link that the page could not follow fails the build. */
async function writeGuides() {
  const { guideContents } = await run('src/http/guides/guide-contents.ts');
  mkdirSync(join(out, 'http/guides'), { recursive: true });
  for (const guide of ['users', 'owners']) {
    for (const language of LANGUAGES) {
      const contents = JSON.stringify(guideContents(guide, language));
      writeFileSync(join(out, `http/guides/${guide}-${language}.json`), contents);
    }
  }
}

/** Writes the schema of a new SQLite file. */
async function writeNewSchema() {
  const { ownNewSchema } = await run('src/store/sqlite/new-schema.ts');
  mkdirSync(join(out, 'store/sqlite'), { recursive: true });
  writeFileSync(join(out, 'store/sqlite/new-schema.json'), JSON.stringify(ownNewSchema()));
}

/** What a module of `src` exports, run now. */
async function run(entryPoint) {
  const { outputFiles } = await build({
    ...common,
    entryPoints: [entryPoint],
    format: 'cjs',
    write: false,
    external: ['better-sqlite3'],
    plugins: [resolveFromSource],
    banner: { js: `const PROGRAM_URL = ${JSON.stringify(new URL('../dist/cli/program.cjs', import.meta.url).href)};` },
  });
  const module = { exports: {} };
  new Function('module', 'require', outputFiles[0].text)(module, createRequire(import.meta.url));
  return module.exports;
}

/**
 * Minifies the files that browsers load. Run from `src`, the program serves them as they are written.
 * @param target the syntax that esbuild may use
 */
async function minifyAssets(extension, target) {
  const folder = 'src/views/assets';
  const names = readdirSync(join(root, folder), { recursive: true }).filter((name) => name.endsWith(`.${extension}`));
  await build({
    absWorkingDir: root,
    logLevel: 'warning',
    entryPoints: names.map((name) => `${folder}/${name}`),
    outdir: join(out, 'views/assets'),
    outbase: folder,
    minify: true,
    charset: 'utf8',
    target,
  });
}

/** Without compiled code the program still starts, and compiles itself each time. */
function keepCompiledCode() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-build-'));
  // This environment is not passed on: it may name a real database, or flags that change what V8 compiles.
  const options = {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 60_000,
  };
  const { status } = spawnSync(process.execPath, [join(root, 'build/code-cache.js')], options);
  rmSync(folder, { recursive: true });
  if (status !== 0) console.warn('The program was built without compiled code: it will start more slowly.');
}
