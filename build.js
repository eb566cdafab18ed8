// `npm run build`: the program in one file, with the code that V8 compiled from it beside it. Loaded one by one and compiled at each
// start, its five hundred modules and those of its dependencies would be most of that (docs/decisions/0018-one-bundle.md).
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
const out = join(root, 'dist');
/** All files of the program lie here, side by side. */
const bundle = join(out, 'cli');

/** A file that is looked for beside a module is found from its place in `src`, wherever the bundler put the module. */
const places = {
  name: 'places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]src[\\/].*\.tsx?$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      if (path.includes('node_modules') || !text.includes('import.meta.url')) return undefined;
      const place = relative(bundle, join(out, relative(join(root, 'src'), path))).replaceAll('\\', '/');
      const contents = text.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, PROGRAM_URL).href`);
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts', resolveDir: dirname(path) };
    }),
};

// First, for compiled code of the program before V8 would take for this one's: it compares no more than the length.
rmSync(bundle, { recursive: true, force: true });
const common = { absWorkingDir: root, bundle: true, platform: 'node', target: 'node20', logLevel: 'warning' };
await build({ ...common, entryPoints: ['src/cli/main.ts'], outdir: bundle, format: 'esm' });
await build({
  ...common,
  entryPoints: ['src/cli/program.ts'],
  outfile: join(bundle, 'program.cjs'),
  format: 'cjs',
  // Called by main.js.
  banner: { js: '(function (require, PROGRAM_URL) {' },
  footer: { js: '})' },
  supported: { 'dynamic-import': false },
  // Native code stays where npm put it; what is rarely wanted is loaded from there.
  external: [
    ...['better-sqlite3', '@node-rs/argon2', 'pg-native', 'yaml', 'pino-pretty', 'undici', 'zod'],
    // Fastify's compilers of JSON Schemas and its requests without a network, which nothing here uses.
    ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'],
  ],
  // Not made smaller: it would not start sooner, and stacks in the log have lines one can look up.
  plugins: [places],
});
cpSync(join(root, 'src/outside/hashing-thread.cjs'), join(out, 'outside/hashing-thread.cjs'));
cpSync(join(root, 'src/views/assets'), join(out, 'views/assets'), { recursive: true });
chmodSync(join(bundle, 'main.js'), 0o755);
keepCompiledCode();

/** Without it the program starts all the same, and compiles itself each time. */
function keepCompiledCode() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-build-'));
  // Nothing of this environment: it may name somebody's database, or flags that change what V8 compiles.
  const options = {
    cwd: folder,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 60_000,
  };
  const { status } = spawnSync(process.execPath, [join(root, 'build-code-cache.js')], options);
  rmSync(folder, { recursive: true });
  if (status !== 0) console.warn('The program was built without compiled code: it will start more slowly.');
}
