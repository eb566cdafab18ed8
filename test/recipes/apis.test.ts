// Servers in other languages let in tokens for an operator's API, and no others, by the files of docs/apis.md and the
// server's metadata alone (contract 45). `npm run test:recipes`.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withAccess } from '../../src/core/applications/apis/manage-apis.ts';
import type { JwtType } from '../../src/core/server/keys/signing-keys.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import { basic, createSecret, postForm } from '../helpers/client-endpoints.ts';
import { forgedTokens } from '../helpers/forged-tokens.ts';
import { editApi, givenApi } from '../helpers/given-api.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { blocksOf } from '../helpers/recipes-page.ts';
import { replaceEach } from '../helpers/replace-each.ts';
import { freeHome, start } from './program.ts';
import { SPRING } from './runtimes.ts';

const PAGE = blocksOf(readFileSync(fileURLToPath(new URL('../../docs/apis.md', import.meta.url)), 'utf8'));
const PROGRAMS = fileURLToPath(new URL('programs/', import.meta.url));
const RESOURCE = 'https://billing.example';
const [READ, WRITE] = ['billing.read', 'billing.write'];

let hosts: Hosts;
let client: Client;
let secret: string;
beforeAll(async () => {
  hosts = await startHosts();
  // The programs compare times with the machine's clock.
  hosts.clock.advance(Date.now() - hosts.clock.now());
  client = await givenClient(hosts);
  secret = await createSecret(hosts, client);
  await giveApi(RESOURCE, [READ, WRITE]);
  await giveApi('https://stock.example', ['stock.read']);
});
afterAll(() => hosts?.stop());

async function giveApi(resource: string, names: readonly string[]): Promise<void> {
  const scopes = names.map((name) => ({ name, machine: true }));
  const { id } = await givenApi(hosts, { resource, scopes, accessTokenTtlSeconds: 3600 });
  await editApi(hosts, id, (api) => withAccess(api, client.applicationId, names));
}

async function tokenWith(scope: string): Promise<string> {
  const form = { grant_type: 'client_credentials', scope };
  const { body } = await postForm(`${hosts.authUrl}/oauth/token`, form, basic(client.apiKey, secret));
  return String(body.access_token);
}

/** Everything that must not be let in. Where it can be, it differs from a good token in one thing, and is signed by us. */
async function others(good: string): Promise<Record<string, string>> {
  const claims = JSON.parse(Buffer.from(good.split('.')[1] ?? '', 'base64url').toString()) as { iat: number };
  const signer = await hosts.ports.signingKeys.signer('ES256');
  const signed = async (changed: object, type: JwtType = 'at+jwt') => signer.sign(type, { ...claims, ...changed });
  const form = client.codeForm(await client.code({ scope: 'openid' }), { client_secret: secret });
  const { body: ofPerson } = await client.token(form);
  const keys = await hosts.ports.signingKeys.publicKeys();
  const { kid } = JSON.parse(Buffer.from(good.split('.')[0] ?? '', 'base64url').toString()) as { kid: string };
  const forged = await forgedTokens(good, { ...keys.find((key) => key.kid === kid) }, 'http://localhost:9');
  return {
    'for another API': await tokenWith('stock.read'),
    'for user-info': ofPerson.access_token,
    'an ID token': ofPerson.id_token ?? '',
    'with the type of ID tokens': await signed({}, 'JWT'),
    'with the type of logout tokens': await signed({}, 'logout+jwt'),
    'of another issuer': await signed({ iss: 'https://login.other.example' }),
    'without audience': await signed({ aud: undefined }),
    expired: await signed({ iat: claims.iat - 7200, exp: claims.iat - 3600 }),
    'bound to a key': await signed({ cnf: { jkt: '0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I' } }),
    ...forged,
  };
}

type Command = readonly [string, ...string[]];

function run(folder: string, [program, ...words]: Command): void {
  const { status, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

type Server = {
  name: string;
  /** Of the page. */
  files: readonly string[];
  /** The folder of what is around them. */
  programs: string;
  /** Builds it in a folder with all of these, and says how it is started. */
  build: (places: { folder: string; port: number }) => Command;
};

/** For a program that lives for seconds: half of the time. */
const QUICK_JAVA = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

const SERVERS: readonly Server[] = [
  {
    name: 'golang-jwt',
    files: ['verify.go'],
    programs: 'go-api',
    build({ folder }) {
      run(folder, ['go', 'build', '-o', 'program', '.']);
      return [join(folder, 'program'), hosts.authUrl, RESOURCE];
    },
  },
  {
    name: 'Spring Security',
    files: ['application.properties', 'Security.java'],
    programs: 'spring-api',
    build({ folder, port }) {
      const quick = ['-J-XX:TieredStopAtLevel=1', '-parameters', '-proc:none'];
      run(folder, ['javac', ...quick, '-cp', SPRING, '-d', '.', 'Api.java', 'Security.java']);
      return ['java', ...QUICK_JAVA, `-Dserver.port=${port}`, '-cp', `.:${SPRING}`, 'api.Api'];
    },
  },
];

describe.each(SERVERS)('$name', ({ files, programs, build }) => {
  const cleanUp: (() => unknown)[] = [];
  let call: (token: string, path?: string) => Promise<string>;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-api-'));
    cleanUp.push(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(PROGRAMS + programs, folder, { recursive: true });
    for (const name of files) {
      const { text } = PAGE.find((block) => block.name === name) ?? { text: '' };
      writeFileSync(join(folder, name), replaceEach(text, { 'https://login.example.com': hosts.authUrl }));
    }
    const { home, port } = await freeHome();
    const running = await start({ command: build({ folder, port }), folder, port });
    cleanUp.push(() => running.stop());
    call = async (token, path = '/') => {
      const answer = await fetch(home + path, { headers: { authorization: `Bearer ${token}` } });
      return `${answer.status} ${answer.ok ? await answer.text() : answer.headers.get('www-authenticate')?.split(' ')[0]}`;
    };
  });
  afterAll(async () => {
    for (const step of cleanUp.reverse()) await step();
  });

  test('lets in a token for the API, as far as its scope goes', async () => {
    const welcome = `200 client.${client.apiKey}`;
    const [reading, writing] = [await tokenWith(READ), await tokenWith(WRITE)];
    expect([await call(reading), await call(reading, '/invoices')]).toEqual([welcome, welcome]);
    expect([await call(writing), (await call(writing, '/invoices')).slice(0, 3)]).toEqual([welcome, '403']);
  });

  test('lets in nothing else', async () => {
    const tokens = await others(await tokenWith(READ));
    const answers: Record<string, string> = {};
    for (const [name, token] of Object.entries(tokens)) answers[name] = await call(token);
    expect(Object.keys(answers).length).toBeGreaterThan(35);
    expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, '401 Bearer'])));
  });
});
