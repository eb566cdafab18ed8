// The README and docs/quick-start.md are tried as a new user would: every block marked `<!-- run -->` runs in one shell,
// in order, against a real server, and the README's sign-in button signs somebody in.
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { type Program, startSite } from '../helpers/clients-page.ts';
import { agree, newPerson, signUp } from '../helpers/people.ts';
import { startServer } from '../helpers/program.ts';
import { type Shell, startShell } from '../helpers/reader-shell.ts';
import { replaceEach } from '../helpers/replace-each.ts';
import { freePorts, type TestServer } from '../helpers/server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const README = readFileSync(`${ROOT}README.md`, 'utf8');
const QUICK_START = readFileSync(`${ROOT}docs/quick-start.md`, 'utf8');

/** A server without an account, and a shell beside it as the reader has one. */
function useServerAndShell(): { server(): TestServer; shell(): Shell } {
  let server: TestServer;
  let shell: Shell;
  beforeAll(async () => {
    server = await startServer();
    shell = startShell({
      ...server.environment,
      // The commands run in the project's folder, the server of this test elsewhere.
      LATCHKEY_SECRET_FILE: `${server.folder}/data/secret.key`,
      LATCHKEY_LOG_LEVEL: 'warn',
    });
  });
  afterAll(async () => {
    shell?.end();
    await server?.stop();
  });
  return { server: () => server, shell: () => shell };
}

/** One after the other, as a reader goes on: what the README left on the server and in the browser is there. */
const beside = useServerAndShell();
const reader = new Browser();
const PERSON = newPerson('Mina');

describe('the sign-in button of the README', () => {
  let shop: Program;
  let home: string;
  let folder: string;
  /** What the start page says before and after the commands. */
  const notSetUp: boolean[] = [];
  const isNotSetUp = async () =>
    (await new Browser().open(`${beside.server().authUrl}/`)).text.includes('This server is not set up yet.');

  beforeAll(async () => {
    home = `http://localhost:${(await freePorts(1))[0]}`;
    const [, command = ''] = /<!-- run -->\n```sh\n([\s\S]*?)```/.exec(README) ?? [];
    notSetUp.push(await isNotSetUp());
    const printed = await beside.shell().run(command.replaceAll('http://localhost:3000', home));
    notSetUp.push(await isNotSetUp());
    const [, apiKey = ''] = /^Web +([0-9a-f]{32})/m.exec(printed) ?? [];
    const [, program = ''] = /<!-- shop\.mjs -->\n```js\n([\s\S]*?)```/.exec(README) ?? [];
    folder = mkdtempSync(join(tmpdir(), 'readme-'));
    symlinkSync(`${ROOT}node_modules`, join(folder, 'node_modules'));
    const own = {
      'http://localhost:3000': home,
      'http://localhost:4000': beside.server().authUrl,
      YOUR_API_KEY: apiKey,
    };
    writeFileSync(join(folder, 'shop.mjs'), replaceEach(program, own));
    shop = await startSite(folder, 'shop.mjs', home);
  });

  afterAll(async () => {
    await shop?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('contract 4: begins at a server that says it is not set up, and does so no more after the commands', () => {
    expect(notSetUp).toEqual([true, false]);
  });

  it('signs somebody in who has no account yet', async () => {
    const button = await reader.open(home);
    const consent = await signUp(reader, await reader.open(button.link('/login')), PERSON);
    expect((await agree(reader, consent)).text).toMatch(/^Hello Mina\. Your id in this application is [a-z0-9]{32}\.$/);
  });

  it('refuses a sign-in that another browser started', async () => {
    const elsewhere = new Browser();
    const consent = await signUp(elsewhere, await elsewhere.open(`${home}/login`), newPerson('Jun'));
    const callback = await agree(elsewhere, consent, {}, { stopAt: `${home}/callback` });
    const page = await new Browser().open(callback.url);
    expect([page.status, page.text]).toEqual([400, expect.stringMatching(/^Sign-in failed: /)]);
  });
});

describe('docs/quick-start.md, after the README', () => {
  it('leads with curl alone to user information', async () => {
    const [server, shell] = [beside.server(), beside.shell()];
    const blocks = [...QUICK_START.matchAll(/<!-- (run|by hand) -->\n```sh\n([\s\S]*?)```/g)].map(
      ([, how, text = '']) => ({
        how,
        text: replaceEach(text, { 'http://localhost:4000': server.authUrl, 'http://localhost:4001': server.apiUrl }),
      }),
    );
    let output = '';
    for (const { how, text } of blocks) {
      output = how === 'run' ? await shell.run(text) : await shell.run(`CODE=${await codeFromBrowser(output)}`);
    }
    const [tokens = '', user = ''] = output.trim().split(/(?<=\})\s*(?=\{)/);
    expect(JSON.parse(tokens)).toMatchObject({
      token_type: 'Bearer',
      access_token: expect.stringMatching(/^lk_at_/),
      refresh_token: expect.stringMatching(/^lk_rt_/),
      scope: 'nickname email',
    });
    expect(JSON.parse(user)).toMatchObject({ nickname: 'Mina', email: PERSON.email });
  });
});

/** What the reader does by hand: opens the printed address, agrees and copies the code. They are signed in already. */
async function codeFromBrowser(printed: string): Promise<string> {
  const consent = await reader.open(printed.trim());
  const callback = await agree(reader, consent, { item: ['email'] }, { stopAt: 'http://localhost:4002/callback' });
  return callback.url.href.split('code=')[1] ?? '';
}

describe('the files the README points to', () => {
  const linked = [...README.matchAll(/\]\((?!http|#)([^)]+)\)/g)].map(([, path = '']) => path);
  const shown = [...README.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path);

  it('there are four pictures: two pages, light and dark', () => {
    expect(shown).toHaveLength(4);
  });

  it.each([...linked, ...shown])('%s exists', (path) => {
    expect(() => readFileSync(`${ROOT}${path}`)).not.toThrow(/ENOENT/);
  });
});
