// The README is tried as a new user would: every block marked `<!-- run -->` runs in one shell, in order, against a real
// server; its tables are those of the program.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { SETTING_KEYS, SETTINGS, variableName } from '../../src/settings-schema.ts';
import { Browser } from '../helpers/browser.ts';
import { newPerson, signUpAndAgree } from '../helpers/people.ts';
import { type Shell, startShell } from '../helpers/reader-shell.ts';
import { startServer, type TestServer } from '../helpers/server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = readFileSync(`${ROOT}README.md`, 'utf8');

describe('the quick start of the README', () => {
  let server: TestServer;
  let shell: Shell;

  beforeAll(async () => {
    server = await startServer();
    shell = startShell({
      ...server.environment,
      // The README's commands run in the project's folder, the server of this test elsewhere.
      LATCHKEY_SECRET_FILE: `${server.folder}/data/secret.key`,
      LATCHKEY_LOG_LEVEL: 'warn',
    });
  });

  afterAll(async () => {
    shell?.end();
    await server?.stop();
  });

  it('leads with curl alone from an empty server to user information', async () => {
    const blocks = [...README.matchAll(/<!-- (run|by hand) -->\n```sh\n([\s\S]*?)```/g)].map(([, how, text = '']) => ({
      how,
      text: text.replaceAll('http://localhost:4000', server.authUrl).replaceAll('http://localhost:4001', server.apiUrl),
    }));
    const person = newPerson('Mina');
    let output = '';
    for (const { how, text } of blocks) {
      output = how === 'run' ? await shell.run(text) : await shell.run(`CODE=${await codeFromBrowser(output, person)}`);
    }
    const [tokens = '', user = ''] = output.trim().split(/(?<=\})\s*(?=\{)/);
    expect(JSON.parse(tokens)).toMatchObject({
      token_type: 'Bearer',
      access_token: expect.stringMatching(/^lk_at_/),
      refresh_token: expect.stringMatching(/^lk_rt_/),
      scope: 'nickname email',
    });
    expect(JSON.parse(user)).toMatchObject({ nickname: 'Mina', email: person.email });
  });
});

/** What the reader does by hand: opens the printed address, creates an account, agrees and copies the code. */
async function codeFromBrowser(printed: string, person: ReturnType<typeof newPerson>): Promise<string> {
  const redirectUri = 'http://localhost:4002/callback';
  const values = { item: ['email'] };
  const callback = await signUpAndAgree(new Browser(), printed.trim(), { person, values, redirectUri });
  return callback.href.split('code=')[1] ?? '';
}

describe('the tables of the README', () => {
  it('contract 1: list every setting with its variable, default and meaning', () => {
    const rows = SETTING_KEYS.map((key) => {
      const { fallback, description } = SETTINGS[key];
      const shown = fallback === undefined || String(fallback) === '' ? '' : `\`${fallback}\``;
      return `| \`${variableName(key)}\` | ${shown} | ${description} |`;
    });
    expect(tableRows('LATCHKEY_')).toEqual(rows);
  });

  it('contract 1: list every command with its flags', () => {
    const rows = COMMANDS.map(({ path, argument, flags, summary }) => {
      const words = flags.map(({ name, value }) => `\`--${name}${value ? ` ${value}` : ''}\``);
      const name = [...path, ...(argument ? [argument.name] : [])].join(' ');
      return `| \`${name}\` | ${words.join(' ')} | ${summary} |`;
    });
    const [first = '', last = ''] = [rows[0], rows.at(-1)];
    expect(README.slice(README.indexOf(first), README.indexOf(last) + last.length).split('\n')).toEqual(rows);
  });
});

const tableRows = (start: string) => README.split('\n').filter((line) => line.startsWith(`| \`${start}`));

describe('the files the README points to', () => {
  it.each([...README.matchAll(/\]\((?!http|#)([^)]+)\)/g)].map(([, path = '']) => path))('%s exists', (path) => {
    expect(() => readFileSync(`${ROOT}${path}`)).not.toThrow(/ENOENT/);
  });
});
