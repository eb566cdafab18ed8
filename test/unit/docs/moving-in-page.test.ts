// The page about moving in from other systems: its commands run on the files that it describes, and its example is one.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM } from '../../processes/commands/latchkey.ts';

const PAGE = readFileSync('docs/moving-in.md', 'utf8');
const blocksOf = (language: string) =>
  [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
const COMMANDS = blocksOf('sh').filter((block) => block.startsWith('latchkey '));

describe('docs/moving-in.md', () => {
  let folder: string;
  const outputs: string[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'latchkey-page-'));
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'latchkey'), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
    chmodSync(join(bin, 'latchkey'), 0o755);
    const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, LATCHKEY_OPS_LISTEN: '127.0.0.1:1' };
    const run = (script: string, more = {}) =>
      execFileSync('sh', ['-e', '-c', script], { cwd: folder, env: { ...env, ...more }, encoding: 'utf8' });

    mkdirSync(join(folder, 'export'));
    const put = (name: string, content: unknown) =>
      writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
    put('export/shop-users-0.json', { realm: 'shop', users: [{ id: 'k1', email: 'k1@example.com', enabled: true }] });
    put('auth0-users.json', { user_id: 'auth0|a1', email: 'a1@example.com' });
    put('auth0-passwords.json', { _id: { $oid: 'a1' }, passwordHash: `$2b$10$${'a'.repeat(53)}` });
    const passwordHash = Buffer.alloc(64, 1).toString('base64');
    put('users.json', { users: [{ localId: 'f1', email: 'f1@example.com', passwordHash, salt: 'AwQF' }] });
    put('hash-config.txt', blocksOf('text')[0]);
    put('people.jsonl', blocksOf('json')[0]);

    run('latchkey accounts create --email owner@example.com --role owner --nickname Olive');
    const application = JSON.parse(
      run(
        'latchkey applications create --email owner@example.com --name Shop --platform Web --site-domain https://shop.example ' +
          '--redirect-uri https://shop.example/callback --consent-item nickname:required --json',
      ),
    ) as { id: string };
    for (const command of COMMANDS) outputs.push(run(command, { APPLICATION: application.id }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('contract 30: its commands do what it says', () => {
    expect(outputs).toEqual([
      expect.stringMatching(/^Read: 1\. Created: 1\. .*\nWithout a password or a passkey that works here: 1\./),
      expect.stringMatching(/^Read: 1\. Created: 1\. Existed already: 0\. Refused: 0\.\n$/),
      expect.stringMatching(/^Read: 1\. Created: 1\. Existed already: 0\. Refused: 0\.\n$/),
      expect.stringMatching(/^Exported 4 accounts to accounts\.jsonl/),
      expect.stringMatching(/^Read: 4\. Created: 0\. Existed already: 4\. Refused: 0\./),
      expect.stringMatching(/^Read: 1\. To be created: 1\. Existed already: 0\. Refused: 0\./),
    ]);
  });

  it('contract 30: names every format, and every flag of the import', () => {
    for (const flag of ['keycloak', 'auth0', 'firebase']) expect(PAGE).toContain(`--format ${flag}`);
    const help = execFileSync(process.execPath, [PROGRAM, 'accounts', 'import', '--help'], { encoding: 'utf8' });
    const flags = [...help.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name = '']) => name);
    const common = ['config', 'json', 'help'];
    for (const flag of flags.filter((name) => !common.includes(name))) expect(PAGE).toContain(`--${flag}`);
  });
});
