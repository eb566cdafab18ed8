// The Dovecot recipe of docs/recipes.md, its file as it stands on the page. `npm run test:recipes`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newPerson } from '../helpers/people.ts';
import { succeed } from '../helpers/server.ts';
import { authenticate, dovecotAround } from './around-dovecot.ts';
import { useRecipes } from './given-recipe.ts';
import { openFolder, revoke, tokensOf } from './given-tokens.ts';

describe('Dovecot', () => {
  const given = useRecipes({ LATCHKEY_UNVERIFIED_EMAIL: 'withhold' });

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
