// docs/owners.md is tried as an owner would: its blocks run in one shell from top to bottom, and what each says it does
// is looked at where it acts.

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { givenSession } from '../helpers/given-person.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { type Shell, startShell } from '../helpers/reader-shell.ts';
import { replaceEach } from '../helpers/replace-each.ts';
import type { Owner } from '../helpers/server.ts';

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const PAGE = readFileSync(`${DOCS}owners.md`, 'utf8');

/** Those inside a list are indented. */
const BLOCKS = [...PAGE.matchAll(/^( *)<!-- (by hand|run: [\w-]+) -->\n\1```sh\n([\s\S]*?)^\1```$/gm)].map(
  ([, , name = '', text = '']) => ({ name, text }),
);

let hosts: Hosts;
let shell: Shell;
let owner: Owner;
let jun: Owner;
const printed = new Map<string, string>();

beforeAll(async () => {
  hosts = await startHosts();
  [owner, jun] = [await hosts.owner('owner@example.com'), await hosts.owner('jun@example.com')];
  shell = startShell({});
});
afterAll(async () => {
  shell?.end();
  await hosts?.stop();
});

const inPlace = (text: string): string =>
  replaceEach(text, { 'http://localhost:4000': hosts.authUrl, 'http://localhost:4001': hosts.apiUrl });

async function run(name: string): Promise<string> {
  const block = BLOCKS.find((one) => one.name === `run: ${name}`);
  if (!block) throw new Error(`The page has no block "${name}".`);
  const output = await shell.run(inPlace(block.text));
  printed.set(name, output);
  return output;
}

const stored = async (email = owner.email) => {
  const { id: accountId = '' } = (await hosts.ports.accounts.findByEmailKey(email)) ?? {};
  const all = { accountId, owned: true, afterId: undefined, limit: 10 };
  return (await hosts.ports.applications.list(all)).find(({ ownerId }) => ownerId === accountId);
};

describe('every command, in the page’s order', () => {
  it('the page has these blocks, and no other', () => {
    expect(PAGE.match(/^ *```\w/gm)).toHaveLength(BLOCKS.length);
    expect(BLOCKS.map(({ name }) => name.replace('run: ', ''))).toEqual([
      'by hand',
      'helper',
      'register',
      'consent-items',
      'addresses',
      'switch',
      'test-mode',
      'first-secret',
      'second-secret',
      'look',
      'old-secret',
      'invite',
      'team',
      'hand-over',
      'statistics',
      'connections',
      'refused',
      'delete',
    ]);
  });

  it('registers an application, and shows it', async () => {
    await shell.run(`API_TOKEN=${owner.apiToken}`);
    await run('helper');
    const shown = JSON.parse(await run('register'));
    expect(shown).toMatchObject({ name: 'Acme Shop', login_activation: 'ON' });
    expect(shown.platforms[0].api_key).toBe((await stored())?.platforms[0]?.apiKey);
  });

  it('chooses consent items: one more, another purpose, one less', async () => {
    const output = await run('consent-items');
    expect(output).toContain('To greet you');
    expect((await stored())?.consentItems).toMatchObject([{ item: 'nickname', purpose: 'To greet you' }]);
  });

  it('adds a redirect URI and a site domain', async () => {
    await run('addresses');
    const application = await stored();
    expect(application?.redirectUris.map(({ redirectUri }) => redirectUri)).toEqual([
      'http://localhost:3000/callback',
      'https://shop.example.com/callback',
    ]);
    expect(application?.platforms[0]?.siteDomains).toEqual(['http://localhost:3000', 'https://shop.example.com']);
  });

  it('switches login OFF and ON', async () => {
    const output = await run('switch');
    expect([...output.matchAll(/"login_activation":"(\w+)"/g)].map(([, value]) => value)).toEqual(['OFF', 'ON']);
  });

  it('opens the application to the team only, and to everyone again', async () => {
    const output = await run('test-mode');
    expect([...output.matchAll(/"audience":"(\w+)"/g)].map(([, value]) => value)).toEqual(['team', 'everyone']);
  });

  it('changes the client secret without a pause: both work, until the old one is deleted', async () => {
    const { client_secret: old } = JSON.parse(await run('first-secret'));
    await run('second-secret');
    const fresh = (await shell.run('echo "$NEW_SECRET"')).trim();
    const { platforms } = (await stored()) ?? { platforms: [] };
    /** Of a proven application, this code is unknown. */
    const proves = async (secret: string) => {
      const answer = await fetch(`${hosts.authUrl}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: 'none',
          redirect_uri: 'http://localhost:3000/callback',
          client_id: platforms[0]?.apiKey ?? '',
          client_secret: secret,
        }),
      });
      return ((await answer.json()) as { error: string }).error === 'invalid_grant';
    };
    expect([await proves(old), await proves(fresh)]).toEqual([true, true]);
    expect(JSON.parse(await run('look'))).toHaveLength(2);
    await run('old-secret');
    expect([await proves(old), await proves(fresh)]).toEqual([false, true]);
  });

  it('invites a member, who accepts, and hands the application over', async () => {
    const { id } = (await stored()) ?? {};
    const output = await run('invite');
    expect(output).toContain('"status":"invited"');
    const browser = new Browser();
    await givenSession(hosts, browser, jun.email);
    const page = await browser.open(/"invitation_uri":"([^"]+)"/.exec(output)?.[1] ?? '');
    await browser.submit(page.form({ action: '/invitation' }), {}, { press: 'accept' });
    const team = await run('team');
    expect([team.includes('jun@example.com'), team.includes('"status":"invited"')]).toEqual([true, false]);
    await run('hand-over');
    expect(await stored()).toBeUndefined();
    expect((await stored(jun.email))?.id).toBe(id);
  });

  it('reads the statistics and who is connected', async () => {
    const [month, january] = (await run('statistics')).split(/(?<=\})(?=\{"from")/).map((text) => JSON.parse(text));
    expect(month.days).toHaveLength(30);
    expect(january).toMatchObject({ from: '2026-01-01', to: '2026-01-31' });
    expect(january.days[0]).toMatchObject({ day: '2026-01-01', started: 0, completed: 0, cancelled: 0 });
    expect(await run('connections')).toBe('[]');
  });

  it('is told two faults at once, each with a code that the list of errors explains', async () => {
    const { status, errors } = JSON.parse(await run('refused'));
    expect(status).toBe(400);
    const codes = errors.map(({ code }: { code: string }) => code);
    expect(codes).toHaveLength(2);
    const { html } = await new Browser().open(`${hosts.authUrl}/errors`);
    for (const code of codes) expect(html).toContain(`id="${code}"`);
  });

  it('deletes it, as its owner of now', async () => {
    await shell.run(`API_TOKEN=${jun.apiToken}`);
    await run('delete');
    expect(await stored(jun.email)).toBeUndefined();
  });
});

describe('what the page points to', () => {
  it('files of the project, and headings in them', () => {
    const links = [...PAGE.matchAll(/\]\((?!http)([^)#]+)(?:#([^)]+))?\)/g)];
    expect(links.length).toBeGreaterThan(2);
    for (const [, path = '', anchor] of links) {
      expect(existsSync(`${DOCS}${path}`), path).toBe(true);
      const headings = [...readFileSync(`${DOCS}${path}`, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => text);
      if (anchor) expect(headings.map((text) => text.toLowerCase().replaceAll(' ', '-'))).toContain(anchor);
    }
  });

  it('pages of the auth host', async () => {
    const pages = [...PAGE.matchAll(/\]\(http:\/\/localhost:4000(\/[^)]+)\)/g)].map(([, path = '']) => path);
    expect(pages).toEqual(['/catalogue', '/api-reference', '/button', '/errors']);
    for (const path of pages) expect((await fetch(hosts.authUrl + path)).status).toBe(200);
  });

  it('what the console calls its sections', async () => {
    const { enConsole } = await import('../../src/views/messages/en/console.ts');
    const known = [
      ...Object.values(enConsole.sections),
      ...Object.values(enConsole.settings.audiences),
      enConsole.items.verified,
      enConsole.apiTokens,
      enConsole.list.new,
    ];
    const named = [...PAGE.matchAll(/\*\*([A-Z][\w &\n]+)\*\*/g)].map(([, name = '']) => name.replaceAll('\n', ' '));
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });
});
