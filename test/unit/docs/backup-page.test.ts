// The page for operators about backups: its commands run, in order, on a server's database; its tables are the
// program's.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM } from '../../processes/commands/latchkey.ts';

const PAGE = readFileSync('docs/backup.md', 'utf8');
const BLOCKS = [...PAGE.matchAll(/```sh\n([\s\S]*?)```\n(?:\n<!-- run\n([\s\S]*?)-->)?/g)].map(
  ([, shown = '', run]) => ({
    shown,
    run,
  }),
);

describe('docs/backup.md', () => {
  let folder: string;
  let output = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-page-'));
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'latchkey'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
    chmodSync(join(bin, 'latchkey'), 0o755);
    const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, LATCHKEY_OPS_LISTEN: '127.0.0.1:1' };
    const script = ['latchkey migrate', ...BLOCKS.flatMap(({ run }) => run ?? [])].join('\n');
    output = execFileSync('sh', ['-e', '-c', script], { cwd: folder, env, encoding: 'utf8' });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('its commands do what it says', () => {
    expect(output).toMatch(/Backed up \d+ rows .* and verified the backup by restoring it\./);
    expect(output).toMatch(/Restored \d+ rows/);
    expect(output).toMatch(/Errors: 0,/);
  });

  it('each command that is run is the one that is shown, with paths of this machine', () => {
    const tried = BLOCKS.filter(({ run }) => run !== undefined);
    expect(tried).toHaveLength(3);
    for (const { shown, run } of tried) {
      const [, command = ''] = /^latchkey (\w+)/.exec(shown) ?? [];
      expect(run).toMatch(new RegExp(`^latchkey ${command}`, 'm'));
    }
  });

  it('its table names every subject of the doctor', () => {
    const source = readFileSync('src/core/operating/doctor/finding.ts', 'utf8');
    const union = /export type FindingSubject =([^;]*);/.exec(source)?.[1] ?? '';
    const subjects = [...union.matchAll(/'(\w+)'/g)].map(([, name]) => name);
    const table = PAGE.slice(PAGE.indexOf('| subject |'));
    const told = [...table.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|/gm)].flatMap(
      ([, cell = '']) => cell.match(/\w+/g) ?? [],
    );
    expect(told.sort()).toEqual(subjects.sort());
  });
});
