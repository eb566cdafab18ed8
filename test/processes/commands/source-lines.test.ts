// Stacks of the built program name files and lines of `src`, in the log as on the command line.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../../helpers/browser.ts';
import { startServer } from '../../helpers/program.ts';
import type { TestServer } from '../../helpers/server.ts';
import { makeFolder } from './latchkey.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const lineOf = (file: string, line: number) => readFileSync(join(ROOT, file), 'utf8').split('\n')[line - 1] ?? '';
const ownLines = (stack: string) =>
  [...stack.matchAll(/^ +at .*?(src\/[a-z/-]+\.tsx?):(\d+)\)?$/gm)].map(([, file = '', line]) =>
    lineOf(file, Number(line)).trim(),
  );

describe('an error in the built server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it('is logged with the lines of src that it passed through', async () => {
    const browser = new Browser();
    const login = await browser.open(`${server.authUrl}/login`);
    await server.execute('ALTER TABLE accounts RENAME TO elsewhere');
    const fields = { email: 'mina@example.com', password: 'a password of hers' };
    const page = await browser.submit(login.form({ action: '/login' }), fields);
    expect(page.status).toBe(500);
    // Background jobs miss the table as well, and read lists of it.
    const isOfLogin = (line: string) => /no such table.*Object\.get.*sqlite\/drive/.test(line);
    const lines = () => server.logs().split('\n');
    await expect.poll(() => lines().some(isOfLogin)).toBe(true);
    const logged = lines().find(isOfLogin) ?? '';
    const { err } = JSON.parse(logged) as { err: { type: string; stack: string } };
    // SQLite finds out when it prepares the statement, or when it runs it if it has not seen the change before.
    expect(err.stack).toMatch(
      /^SqliteError: no such table: accounts\n(?: {4}at .+\n)*? {4}at Object\.get \(src\/store\/sqlite\/statement\.ts:\d+\)\n {4}at .*src\/store\/sqlite\/drive\.ts:\d+\)?\n/,
    );
    expect(ownLines(err.stack)).toContainEqual(expect.stringContaining('ask(last, values, wanted)'));
    expect(err.stack).not.toContain('program.cjs');
  });
});

describe('on the command line', () => {
  let folder: string;
  beforeAll(() => {
    folder = makeFolder();
    cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
    // No `migrations`: a bug of the program, as no message expects it.
    for (const name of ['package.json', 'node_modules']) symlinkSync(join(ROOT, name), join(folder, name));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const migrate = (): string => {
    try {
      const options = { cwd: folder, env: { PATH: process.env.PATH }, encoding: 'utf8', stdio: 'pipe' } as const;
      // V8 keeps ten frames unless told otherwise, and the one that is no line of ours is deeper.
      return execFileSync(process.execPath, ['--stack-trace-limit=12', 'dist/cli/main.js', 'migrate'], options);
    } catch (error) {
      return (error as { stderr: string }).stderr;
    }
  };

  it('a fault of ours names its lines of src', () => {
    const stack = migrate();
    expect(stack).toContain('latchkey: Error: ENOENT');
    const [first, second, ...others] = ownLines(stack);
    expect(first).toContain('readdirSync(');
    expect(second).toContain('readMigrations(');
    expect(others.length).toBeGreaterThan(2);
    // What is no line of ours keeps its place in the bundle.
    const inBundle = stack.split('\n').filter((frame) => frame.includes('program.cjs'));
    expect(inBundle).toEqual([expect.stringMatching(/_Command\.parseAsync \(.*program\.cjs:\d+:\d+\)$/)]);
  });

  it.each([
    ['is missing', (map: string) => rmSync(map)],
    ['is something else', (map: string) => writeFileSync(map, '{"mappings":[]}')],
  ])('a stack names lines of the bundle where the map %s', (_, spoil) => {
    spoil(join(folder, 'dist/cli/program.cjs.map'));
    const stack = migrate();
    expect(stack).toContain('latchkey: Error: ENOENT');
    expect(stack).toMatch(/\n {4}at .*program\.cjs:\d+:\d+/);
  });
});
