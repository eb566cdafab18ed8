// The Go recipes of docs/recipes.md, their programs as they stand on the page. `npm run test:recipes`.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { agree, newPerson, signIn, signUp } from '../helpers/people.ts';
import { useRecipes } from './given-recipe.ts';

const given = useRecipes();
const json = (page: { html: string }) => JSON.parse(page.html) as Record<string, unknown>;

it('x/oauth2 with go-oidc signs in, checks the ID token, and finishes nothing that another browser began', async () => {
  const { home } = await given.serve({
    title: 'Go: x/oauth2 with go-oidc',
    files: ['main.go'],
    around: ['go/'],
    command: ({ folder }) => {
      const built = spawnSync('go', ['build', '-o', 'program', '.'], { cwd: folder, encoding: 'utf8' });
      expect(built.status, built.stderr).toBe(0);
      return [`${folder}/program`];
    },
  });
  const person = newPerson('Sora');
  const browser = new Browser();
  const consent = await signUp(browser, await browser.open(`${home}/login`), person);
  const sent = await agree(browser, consent, {}, { stopAt: `${home}/callback` });
  const stolen = await new Browser().open(sent.url);
  expect([stolen.status, stolen.text.trim()]).toEqual([400, 'This was begun in another browser.']);
  const signedIn = json(await browser.open(sent.url));
  expect(signedIn).toEqual({ sub: expect.stringMatching(/^[\w-]{32}$/), nickname: 'Sora' });

  const another = new Browser();
  expect(json(await signIn(another, await another.open(`${home}/login`), person))).toEqual(signedIn);

  const third = new Browser();
  const page = await third.open(`${home}/login`);
  const cancelled = await third.submit(page.form({ action: '/login' }), {}, { press: 'cancel' });
  expect([cancelled.status, cancelled.text.trim()]).toEqual([400, 'You did not sign in: access_denied']);
});
