// The Dovecot recipe of docs/recipes.md, its file as it stands on the page. `npm run test:recipes`.
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newPerson } from '../helpers/people.ts';
import { succeed } from '../helpers/server.ts';
import { useRecipes } from './given-recipe.ts';
import { openFolder, revoke, tokensOf } from './given-tokens.ts';

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
