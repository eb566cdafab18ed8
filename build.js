// `npm run build`: the program in a handful of files. Loaded one by one, its five hundred modules and those of its
// dependencies would be most of its start (docs/decisions/0018-one-bundle.md). What is imported lazily stays a file of its own.
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
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
      const contents = text.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts', resolveDir: dirname(path) };
    }),
};

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/cli/main.ts'],
  outdir: bundle,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  chunkNames: '[name]-[hash]',
  // Native code stays where npm put it; what is rarely wanted is loaded from there.
  external: [
    ...['better-sqlite3', '@node-rs/argon2', 'pg-native', 'yaml', 'pino-pretty', 'undici'],
    // Fastify's compilers of JSON Schemas and its requests without a network, which nothing here uses.
    ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'],
  ],
  // Dependencies in CommonJS ask for Node's own modules.
  banner: {
    js: "import { createRequire as createRequireHere } from 'node:module';\nconst require = createRequireHere(import.meta.url);",
  },
  // Not made smaller: it would neither start sooner nor hold less, and stacks in the log have lines one can look up.
  metafile: true,
  plugins: [places],
  logLevel: 'warning',
});
cpSync(join(root, 'src/outside/hashing-thread.cjs'), join(out, 'outside/hashing-thread.cjs'));
cpSync(join(root, 'src/views/assets'), join(out, 'views/assets'), { recursive: true });
chmodSync(join(bundle, 'main.js'), 0o755);
removeLeftovers(new Set(Object.keys(metafile.outputs).map((file) => join(root, file))));

/** Files of earlier builds, but for those of the last day: a server may run from them, and some are loaded late. */
function removeLeftovers(written) {
  const yesterday = Date.now() - 86_400_000;
  for (const name of readdirSync(out, { recursive: true })) {
    const file = join(out, name);
    if (written.has(file) || name.startsWith('views') || !statSync(file).isFile()) continue;
    if (statSync(file).mtimeMs < yesterday) rmSync(file);
  }
}
