// A Dovecot of the size a test needs, around the recipe's file, and a mail program that signs in to it.
import { connect } from 'node:net';
import { expect } from 'vitest';

export const dovecotAround = (port: number, folder: string) => `
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

/** What an IMAP server answers to a sign-in with a token. */
export async function authenticate(port: number, user: string, token: string): Promise<string> {
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
