// The house as docs/architecture.md draws it: which room may import which, no circles, and the habits that a reader of
// the source relies on. Read from the text of the files, so that a breach fails whether or not it is ever run.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

type Import = { specifier: string; typeOnly: boolean };
type SourceFile = { path: string; text: string; code: string; imports: Import[] };

const files: SourceFile[] = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => {
    const path = join('src', name);
    const text = readFileSync(path, 'utf8');
    const code = withoutComments(text);
    return { path, text, code, imports: readImports(code) };
  });

/** Every folder of `src` that holds source files, with their names. */
const folders = [...new Set(files.map(({ path }) => dirname(path)))].map((path) => ({
  path,
  names: files.filter((file) => dirname(file.path) === path),
}));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function readImports(code: string): Import[] {
  const statements = code.matchAll(/^(?:import|export)\s+(type\s+)?([^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm);
  const lazy = code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g);
  return [
    ...[...statements].map(([, type, names = '', specifier = '']) => ({
      specifier,
      typeOnly: type !== undefined || onlyTypesNamed(names),
    })),
    ...[...lazy].map(([, specifier = '']) => ({ specifier, typeOnly: false })),
  ];
}

/** `{ type A, type B } from` */
function onlyTypesNamed(names: string): boolean {
  const braces = /^\{([\s\S]*)\}\s+from\s+$/.exec(names)?.[1];
  const listed = braces?.split(',').filter((name) => name.trim() !== '') ?? [];
  return listed.length > 0 && listed.every((name) => name.trim().startsWith('type '));
}

const isLocal = ({ specifier }: Import) => specifier.startsWith('.');

const targetOf = (from: SourceFile, { specifier }: Import) => normalize(join(dirname(from.path), specifier));

/** `src/core/grants/tokens/grant.ts` → `core`. */
const roomOf = (path: string) => relative('src', path).split('/')[0] ?? '';

/** Room → the rooms it may import from, besides itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  core: ['protocol'],
  store: ['core'],
  outside: ['core'],
  views: ['core'],
  json: ['core'],
  schema: ['core', 'protocol'],
  settings: ['core', 'schema'],
  background: ['core'],
  http: ['core', 'protocol', 'views', 'json', 'settings', 'schema'],
  compose: ['core', 'store', 'outside', 'http', 'views', 'settings', 'schema', 'background'],
  cli: ['core', 'json', 'settings', 'schema', 'compose'],
};

/** Where only the shape of another room is wanted: at run time nothing is loaded. */
const TYPES_ONLY: readonly (readonly [string, string])[] = [
  ['views', 'core'],
  ['http', 'settings'],
];

/** Of core, from the ground up. */
const FLOORS = ['ground', 'server', 'sign-in', 'people', 'applications', 'grants', 'operating'];

/** `src/core/grants/tokens/grant.ts` → 5; -1: not in core, or on no floor. */
const floorOf = (path: string) => (roomOf(path) === 'core' ? FLOORS.indexOf(path.split('/')[2] ?? '') : -1);

function breaches(find: (file: SourceFile) => readonly string[]): string[] {
  return files.flatMap((file) => find(file).map((what) => `${file.path}: ${what}`));
}

const matches = (file: SourceFile, pattern: RegExp) => [...file.code.matchAll(pattern)].map(([found]) => found);

describe('rooms', () => {
  it('architecture 1: the reading of imports sees them', () => {
    const compose = readImports(
      "import type { A } from './a.ts';\nimport { type B } from './b.ts';\nimport 'c';\nimport d, { e } from './d.ts';\nconst x = await import('./f.ts');\nexport { g } from './g.ts';\n",
    );
    expect(compose).toEqual([
      { specifier: './a.ts', typeOnly: true },
      { specifier: './b.ts', typeOnly: true },
      { specifier: 'c', typeOnly: false },
      { specifier: './d.ts', typeOnly: false },
      { specifier: './g.ts', typeOnly: false },
      { specifier: './f.ts', typeOnly: false },
    ]);
  });

  it('architecture 1: every file is in a room that the plan names', () => {
    expect(breaches(({ path }) => (MAY_IMPORT[roomOf(path)] ? [] : [roomOf(path)]))).toEqual([]);
  });

  it('architecture 1: every folder opens with a README of at most twenty lines', () => {
    const wrong = folders.filter(({ path }) => {
      const file = join(path, 'README.md');
      return !existsSync(file) || readFileSync(file, 'utf8').trimEnd().split('\n').length > 20;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('architecture 1: a folder holds at most 25 files, stores and messages excepted', () => {
    const many = folders.filter(
      ({ path, names }) =>
        names.length > 25 && !/^src\/(store\/(nouns|sqlite|postgres)|views\/messages\/(en|ko))$/.test(path),
    );
    expect(many.map(({ path, names }) => `${path}: ${names.length}`)).toEqual([]);
  });

  it('architecture 1: imports run in one direction', () => {
    const wrong = breaches((file) => {
      const room = roomOf(file.path);
      const targets = file.imports.filter(isLocal).map((entry) => targetOf(file, entry));
      return targets.filter((target) => roomOf(target) !== room && !MAY_IMPORT[room]?.includes(roomOf(target)));
    });
    expect(wrong).toEqual([]);
  });

  it.each(TYPES_ONLY)('architecture 1: %s takes only types from %s', (room, from) => {
    const wrong = breaches((file) =>
      file.imports
        .filter((entry) => isLocal(entry) && !entry.typeOnly && roomOf(file.path) === room)
        .map((entry) => targetOf(file, entry))
        .filter((target) => roomOf(target) === from),
    );
    expect(wrong).toEqual([]);
  });

  it('architecture 1: a database never imports the other, and what is told once imports none', () => {
    const store = (path: string) => /^src\/store\/(\w+)\//.exec(path)?.[1];
    const isForeign = (from: string | undefined, to: string | undefined) =>
      from !== undefined && to !== undefined && to !== from && to !== 'nouns';
    const wrong = breaches((file) =>
      file.imports
        .filter(isLocal)
        .map((entry) => targetOf(file, entry))
        .filter((target) => isForeign(store(file.path), store(target))),
    );
    expect(wrong).toEqual([]);
  });

  it('architecture 1: each file of core is on a floor, and takes nothing from a floor above, types neither', () => {
    const inCore = files.filter(({ path }) => roomOf(path) === 'core');
    expect(inCore.filter(({ path }) => floorOf(path) < 0).map(({ path }) => path)).toEqual([]);
    const upward = breaches((file) =>
      file.imports
        .filter(isLocal)
        .map((entry) => targetOf(file, entry))
        .filter((target) => floorOf(target) > floorOf(file.path) && roomOf(file.path) === 'core'),
    );
    expect(upward).toEqual([]);
  });

  it('architecture 1: no file imports itself by a detour', () => {
    expect(findCircle()).toBeUndefined();
  });

  it.each(NO_CIRCLES)('architecture 1: no folder of %s imports itself by a detour', (room) => {
    expect(circleOf(foldersOf(room))).toBeUndefined();
  });
});

/** Rooms whose folders can be read one after another. In core, floors are (`FLOORS`). */
const NO_CIRCLES = ['http', 'views', 'cli'] as const;

/** Folder → the folders that its files import from. */
function foldersOf(room: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of files.filter(({ path }) => roomOf(path) === room)) {
    const folder = dirname(file.path);
    const others = file.imports.filter(isLocal).map((entry) => dirname(targetOf(file, entry)));
    found.set(folder, new Set([...(found.get(folder) ?? []), ...others.filter((other) => other !== folder)]));
  }
  return found;
}

function findCircle(): string | undefined {
  return circleOf(
    new Map(files.map((file) => [file.path, file.imports.filter(isLocal).map((entry) => targetOf(file, entry))])),
  );
}

/** @param importsOf file or folder → what it imports */
function circleOf(importsOf: ReadonlyMap<string, Iterable<string>>): string | undefined {
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): string | undefined => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path].join(' → ');
    const imported = importsOf.get(path);
    if (done.has(path) || !imported) return undefined;
    for (const target of imported) {
      const circle = visit(target, [...trail, path]);
      if (circle) return circle;
    }
    done.add(path);
    return undefined;
  };
  for (const path of importsOf.keys()) {
    const circle = visit(path, []);
    if (circle) return circle;
  }
  return undefined;
}

describe('packages', () => {
  const packagesOf = (room: string, allowed: (path: string) => readonly string[]) =>
    breaches((file) =>
      roomOf(file.path) === room
        ? file.imports
            .filter((entry) => !isLocal(entry))
            .map((entry) => entry.specifier)
            .filter((name) => !allowed(file.path).includes(name))
        : [],
    );

  it('architecture 1: protocol imports nothing but node:crypto', () => {
    expect(packagesOf('protocol', () => ['node:crypto'])).toEqual([]);
  });

  it('architecture 1: core imports no package; randomness and hashes come from secrets.ts, unpacking is of one file', () => {
    const allowed: Readonly<Record<string, string[]>> = {
      'src/core/ground/secrets.ts': ['node:crypto', 'uuidv7'],
      // Bytes in, bytes out, as a hash is.
      'src/core/ground/logos/logo-image.ts': ['node:zlib'],
    };
    expect(packagesOf('core', (path) => allowed[path] ?? [])).toEqual([]);
  });

  it('decision 36: only what is the same for everybody is compressed', () => {
    const users = breaches((file) => file.imports.map((entry) => entry.specifier).filter((name) => /zlib/.test(name)));
    expect(users.sort()).toEqual([
      'src/core/ground/logos/logo-image.ts: node:zlib',
      'src/http/wire/constant-body.ts: node:zlib',
    ]);
    const senders = breaches((file) => matches(file, /\bcontent-encoding'(?=,)/g));
    expect(senders).toEqual(["src/http/wire/constant-body.ts: content-encoding'"]);
  });

  it('architecture 1: only store/sqlite knows better-sqlite3', () => {
    const users = breaches((file) =>
      file.imports.map((entry) => entry.specifier).filter((name) => name === 'better-sqlite3'),
    );
    expect(users.filter((user) => !user.startsWith('src/store/sqlite/'))).toEqual([]);
  });

  it('architecture 1: only store/postgres knows pg', () => {
    const users = breaches((file) => file.imports.map((entry) => entry.specifier).filter((name) => name === 'pg'));
    expect(users.filter((user) => !user.startsWith('src/store/postgres/'))).toEqual([]);
  });

  it('architecture 1: only http and compose know fastify', () => {
    const users = breaches((file) =>
      file.imports.map((entry) => entry.specifier).filter((name) => /fastify/.test(name)),
    );
    expect(users.filter((user) => !/^src\/(http|compose)\//.test(user))).toEqual([]);
  });
});

describe('habits', () => {
  it('architecture 7.6: time comes from the clock', () => {
    const wrong = breaches((file) =>
      file.path === 'src/core/ground/clock.ts' ? [] : matches(file, /\bDate\.now\b|\bnew Date\(\)/g),
    );
    expect(wrong).toEqual([]);
  });

  it('architecture 7.6: background jobs and the watch of the load set timers through their port alone', () => {
    const isJob = ({ path }: SourceFile) => path.startsWith('src/background/') || path.endsWith('/load-gate.ts');
    const own = /\bset(?:Timeout|Interval|Immediate)\b|\bperformance\b|timers\/promises/g;
    const wrong = breaches((file) =>
      isJob(file) && file.path !== 'src/background/system-timers.ts' ? matches(file, own) : [],
    );
    expect(wrong).toEqual([]);
  });

  it('architecture 7.6: randomness comes from secrets', () => {
    const wrong = breaches((file) =>
      file.path === 'src/core/ground/secrets.ts'
        ? []
        : matches(file, /\brandomBytes\b|\bMath\.random\b|\brandomUUID\b|\brandomInt\b|\bgetRandomValues\b/g),
    );
    expect(wrong).toEqual([]);
  });

  it('core/sign-in/sessions/sign-in.ts: nothing else starts a session', () => {
    const callers = breaches((file) => matches(file, /(?<!function )\bstartSession\(/g));
    expect(callers).toEqual(['src/core/sign-in/sessions/sign-in.ts: startSession(']);
  });

  it('core/ground/parse-url.ts: nothing asks URL.canParse', () => {
    expect(breaches((file) => matches(file, /\bcanParse\b/g))).toEqual([]);
  });

  it('architecture 5: there are no default exports and no barrels', () => {
    expect(breaches((file) => matches(file, /^export default\b.*|^export \* .*/gm))).toEqual([]);
  });

  it('architecture 5: JSX only in views, and no raw HTML anywhere', () => {
    expect(breaches((file) => matches(file, /dangerouslySetInnerHTML/g))).toEqual([]);
    expect(
      files.filter(({ path }) => path.endsWith('.tsx') && roomOf(path) !== 'views').map(({ path }) => path),
    ).toEqual([]);
  });

  it('architecture 5: wire names of the protocol stay out of the identifiers of core', () => {
    const names =
      'client_id|redirect_uri|response_type|grant_type|code_verifier|code_challenge|refresh_token|access_token';
    const wire = new RegExp(`\\b(?:const|let)\\s+(?:${names})\\b|^\\s*(?:${names})\\??:`, 'gm');
    expect(breaches((file) => (roomOf(file.path) === 'core' ? matches(file, wire) : []))).toEqual([]);
  });

  it('architecture 5: no file is named for anything at all', () => {
    const vague = /\/(utils?|helpers?|common|manager|base|service|misc)[./]|-(utils?|helpers?|manager)\./;
    expect(files.map(({ path }) => path).filter((path) => vague.test(path))).toEqual([]);
  });

  it('architecture 5: file names are kebab-case', () => {
    expect(files.map(({ path }) => path).filter((path) => !/^[a-z0-9/-]+\.tsx?$/.test(path))).toEqual([]);
  });

  it('architecture 6: no file is longer than 250 lines, catalogues of messages excepted', () => {
    const long = files.filter(({ path, text }) => !path.includes('/messages/') && text.split('\n').length > 251);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it('architecture 6: comments are wrapped at 120 columns', () => {
    const comment = /^\s*(?:\/\/|\/?\*)/;
    const long = breaches(({ text }) =>
      text.split('\n').flatMap((line, at) => (comment.test(line) && line.length > 120 ? [String(at + 1)] : [])),
    );
    expect(long).toEqual([]);
  });

  it('architecture 7.1: each file opens with why it exists', () => {
    const silent = files.filter(({ text }) => !/^(#!.*\n)?(\/\/|\/\*)/.test(text));
    expect(silent.map(({ path }) => path)).toEqual([]);
  });
});
