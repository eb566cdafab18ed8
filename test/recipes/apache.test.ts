// The Apache recipe of docs/recipes.md, its file as it stands on the page. `npm run test:recipes`.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { agree, newPerson, signUp } from '../helpers/people.ts';
import type { Recipe } from '../helpers/recipes-page.ts';
import { changed, useRecipes } from './given-recipe.ts';
import { openFolder } from './given-tokens.ts';

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
