// The servers' recipes of docs/recipes.md, their files as they stand on the page: Apache, nginx, Dovecot.
// `npm run test:recipes`.
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { freePorts } from '../helpers/free-ports.ts';
import { agree, newPerson, type Person, signUp } from '../helpers/people.ts';
import type { Recipe, Replacements } from '../helpers/recipes-page.ts';
import { succeed } from '../helpers/server.ts';
import { changed, useRecipes } from './given-recipe.ts';

/** Servers that are started by root work as somebody else, who has to come through. */
const openFolder = (folder: string, name: string) => {
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, name));
  chmodSync(join(folder, name), 0o777);
  return join(folder, name);
};

type Tokens = { access_token: string; refresh_token: string };

/** Signs somebody up and in at the application whose recipe this is, as its own client would. */
async function tokensOf(
  { authUrl }: { authUrl: string },
  replacements: Replacements,
  { redirectUri, scope, person }: { redirectUri: string; scope: string; person: Person },
): Promise<Tokens> {
  const { YOUR_API_KEY: id = '', YOUR_CLIENT_SECRET: secret = '' } = replacements;
  // RFC 7636, appendix B
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const query = new URLSearchParams({
    client_id: id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  const browser = new Browser();
  const consent = await signUp(browser, await browser.open(`${authUrl}/oauth/authorize?${query}`), person);
  const back = await agree(browser, consent, {}, { stopAt: redirectUri });
  const answer = await fetch(`${authUrl}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.url.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Tokens;
}

const revoke = ({ authUrl }: { authUrl: string }, replacements: Replacements, token: string) =>
  fetch(`${authUrl}/oauth/revocation`, {
    method: 'POST',
    body: new URLSearchParams({
      token,
      client_id: replacements.YOUR_API_KEY ?? '',
      client_secret: replacements.YOUR_CLIENT_SECRET ?? '',
    }),
  });

describe('Apache: mod_auth_openidc', () => {
  const given = useRecipes({ LATCHKEY_INTERNAL_DELIVERIES: 'true' });
  const serve = (recipe = (page: Recipe) => page) =>
    given.serve({
      title: 'Apache: mod_auth_openidc',
      files: ['openidc.conf'],
      around: ['apache.conf'],
      more: { '/etc/apache2/openidc-passphrase': '/etc/hostname' },
      recipe,
      command: ({ folder }) => {
        writeFileSync(join(openFolder(folder, 'public'), 'index.html'), 'Hello.');
        return ['/usr/sbin/apache2', '-D', 'FOREGROUND', '-d', folder, '-f', join(folder, 'apache.conf')];
      },
    });

  it('signs in, and out by Apache and by Latchkey', async () => {
    const { home } = await serve();
    const person = newPerson('Mina');
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(`${home}/`), person);
    const page = await agree(browser, consent);
    const who = { user: page.headers.get('x-remote-user'), nickname: page.headers.get('x-nickname') };
    expect([page.url.href, page.text]).toEqual([`${home}/`, 'Hello.']);
    expect(who).toEqual({ user: expect.stringMatching(/^[\w-]{32}$/), nickname: 'Mina' });

    const out = `${home}/oauth2callback?logout=${encodeURIComponent(`${home}/`)}`;
    const signedOut = await browser.open(out, { stopAt: `${home}/` });
    expect(signedOut.trail).toContain(`${home}/`);
    const again = await browser.open(`${home}/`);
    expect([again.url.origin, again.url.pathname]).toEqual([given.server.authUrl, '/login']);
  });

  it('a sign-out at Latchkey ends the session at Apache, by the back channel', async () => {
    const { home } = await serve();
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(`${home}/`), newPerson('Jun'));
    expect((await agree(browser, consent)).text).toBe('Hello.');
    const account = await browser.open(`${given.server.authUrl}/account`);
    await browser.submit(account.form({ action: '/logout' }));
    await expect.poll(async () => (await browser.open(`${home}/`)).url.pathname).toBe('/login');
  });

  it.each(['email', 'preferred_username'])('OIDCRemoteUserClaim %s: who has none is not let in', async (claim) => {
    const { home } = await serve((page) =>
      changed(page, { 'OIDCRemoteUserClaim sub': `OIDCRemoteUserClaim ${claim}` }),
    );
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(`${home}/`), newPerson('Sora'));
    const page = await agree(browser, consent);
    expect(page.text).toContain('Remote user could not be set');
    expect((await browser.open(`${home}/`)).text).not.toContain('Hello.');
  });
});

describe('nginx: auth_request', () => {
  const given = useRecipes();

  it('lets access tokens of its own application through, with whose they are, and nothing else', async () => {
    const behind = createServer((request, response) => response.end(`Hello ${request.headers['x-sub']}`));
    await once(behind.listen(0, '127.0.0.1'), 'listening');
    const [checkPort = 0] = await freePorts(1);
    const { home, replacements } = await given.serve({
      title: 'nginx: auth_request',
      files: ['check.mjs', 'api.conf'],
      more: { '127.0.0.1:8080': `127.0.0.1:${(behind.address() as AddressInfo).port}`, '4010': String(checkPort) },
      // The program that nginx asks begins with it.
      command: ({ port, folder }) => {
        writeFileSync(join(folder, 'nginx.conf'), nginxAround(port, openFolder(folder, 'scratch')));
        const both =
          '"$NODE" check.mjs & trap "kill $! $nginx" TERM; /usr/sbin/nginx -c "$PWD/nginx.conf" & nginx=$!; wait';
        return ['/bin/bash', '-c', both];
      },
      environment: { NODE: process.execPath },
    });
    const ask = async (authorization?: string, more = {}) => {
      const answer = await fetch(`${home}/`, { headers: { ...(authorization && { authorization }), ...more } });
      return { status: answer.status, text: answer.status === 200 ? await answer.text() : '' };
    };
    const refused = { status: 401, text: '' };
    const tokens = (of: Replacements) =>
      tokensOf(given.server, of, { redirectUri: `${home}/callback`, scope: 'nickname', person: newPerson() });

    const own = await tokens(replacements);
    const hello = { status: 200, text: expect.stringMatching(/^Hello [\w-]{32}$/) };
    await expect.poll(() => ask(`Bearer ${own.access_token}`)).toEqual(hello);
    expect(await ask(`Bearer ${own.access_token}`, { 'x-sub': 'somebody-else' })).toEqual(hello);

    // A live token of another application, which user-info would answer for: the confused deputy.
    const other = await given.write({ title: 'nginx: auth_request', files: [], home });
    const foreign = await tokens(other.replacements);
    const userInfo = await fetch(`${given.server.apiUrl}/user-info`, {
      headers: { authorization: `Bearer ${foreign.access_token}` },
    });
    expect(userInfo.status).toBe(200);
    expect(await ask(`Bearer ${foreign.access_token}`)).toEqual(refused);

    expect(await ask()).toEqual(refused);
    expect(await ask('Bearer lk_at_unknown')).toEqual(refused);
    expect(await ask(`Bearer ${own.refresh_token}`)).toEqual(refused);
    await revoke(given.server, replacements, own.access_token);
    expect(await ask(`Bearer ${own.access_token}`)).toEqual(refused);
    behind.close();
  });
});

const nginxAround = (port: number, scratch: string) => `
  daemon off;
  pid ${scratch}/nginx.pid;
  error_log stderr;
  events {}
  http {
    access_log off;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${scratch}/${name};`).join('\n')}
    server {
      listen 127.0.0.1:${port};
      include api.conf;
    }
  }`;

const dovecotAround = (port: number, folder: string) => `
  protocols = imap
  listen = 127.0.0.1
  base_dir = ${folder}/run
  state_dir = ${folder}/run
  log_path = /dev/stderr
  ssl = no
  disable_plaintext_auth = no
  auth_mechanisms = xoauth2 oauthbearer
  first_valid_uid = 1
  # Nobody waits after a wrong token.
  auth_failure_delay = 0
  service anvil {
    unix_listener anvil-auth-penalty {
      mode = 0
    }
  }
  mail_location = maildir:${folder}/mail/%u
  service imap-login {
    chroot =
    inet_listener imap {
      port = ${port}
    }
    inet_listener imaps {
      port = 0
    }
  }
  passdb {
    driver = oauth2
    mechanisms = xoauth2 oauthbearer
    args = ${folder}/dovecot-oauth2.conf.ext
  }
  userdb {
    driver = static
    args = uid=dovecot gid=dovecot home=${folder}/mail/%u
  }
`;

describe('Dovecot', () => {
  const given = useRecipes({ LATCHKEY_UNVERIFIED_EMAIL: 'withhold' });

  /** What an IMAP server answers to a sign-in with a token. */
  async function authenticate(port: number, user: string, token: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    let said = '';
    socket.on('data', (chunk) => {
      said += chunk;
      // A refusal comes as a challenge first (RFC 7628 3.2.3).
      if (said.endsWith('\r\n') && /^\+ \S+\r\n$/m.test(said) && !said.includes('\na ')) socket.write('\r\n');
    });
    await expect.poll(() => said).toContain('* OK');
    const words = Buffer.from(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`).toString('base64');
    socket.write(`a AUTHENTICATE XOAUTH2 ${words}\r\n`);
    await expect.poll(() => said).toMatch(/^a (OK|NO)/m);
    socket.destroy();
    return /^a (OK|NO)/m.exec(said)?.[1] ?? '';
  }

  it('opens the mailbox of a verified address to a live token of that person, and no other', async () => {
    let port = 0;
    const title = 'Dovecot, with Roundcube';
    const { home, replacements } = await given.serve({
      title,
      files: ['dovecot-oauth2.conf.ext'],
      command: (places) => {
        port = places.port;
        openFolder(places.folder, 'mail');
        writeFileSync(join(places.folder, 'dovecot.conf'), dovecotAround(port, places.folder));
        return ['/usr/sbin/dovecot', '-F', '-c', join(places.folder, 'dovecot.conf')];
      },
    });
    const signedUp = async () => {
      const person = newPerson();
      const redirectUri = `${home}/index.php/login/oauth`;
      return { person, tokens: await tokensOf(given.server, replacements, { redirectUri, scope: 'email', person }) };
    };
    const { person, tokens } = await signedUp();
    expect(await authenticate(port, person.email, tokens.access_token)).toBe('NO');
    await succeed(given.server, ['accounts', 'set-email-verified', '--email', person.email]);
    expect(await authenticate(port, person.email, tokens.access_token)).toBe('OK');

    expect(await authenticate(port, 'boss@example.com', tokens.access_token)).toBe('NO');
    expect(await authenticate(port, person.email, `${tokens.access_token}x`)).toBe('NO');
    await revoke(given.server, replacements, tokens.access_token);
    expect(await authenticate(port, person.email, tokens.access_token)).toBe('NO');
  });
});
