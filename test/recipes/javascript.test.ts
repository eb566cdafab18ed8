// The JavaScript recipes of docs/recipes.md, their files as they stand on the page.
import { beforeAll, describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import { agree, newPerson, signIn, signUp } from '../helpers/people.ts';
import { useRecipes } from './given-recipe.ts';

const given = useRecipes();
const NODE = process.execPath;

const json = (page: { html: string }) => JSON.parse(page.html) as Record<string, unknown>;

it('Auth.js knows the person by sub, and has name and address from user-info', async () => {
  const { home } = await given.serve({
    title: 'Auth.js',
    files: ['auth.mjs'],
    around: ['authjs.mjs'],
    command: () => [NODE, 'authjs.mjs'],
    environment: { AUTH_SECRET: 'only for this test, and long enough' },
  });
  const person = newPerson('Mina');
  const begin = async (browser: Browser) => {
    const page = await browser.open(`${home}/auth/signin`);
    return browser.submit(page.form({ action: '/auth/signin/latchkey' }));
  };
  const session = async (browser: Browser) => json(await browser.open(`${home}/auth/session`)).user;

  const browser = new Browser();
  const consent = await signUp(browser, await begin(browser), person);
  await agree(browser, consent, { item: ['email'] });
  const user = (await session(browser)) as { id: string };
  expect(user).toEqual({ id: expect.stringMatching(/^[\w-]{32}$/), name: 'Mina', email: person.email });

  const another = new Browser();
  await signIn(another, await begin(another), person);
  expect(await session(another)).toEqual(user);
});

describe.each([
  ['Fastify: @fastify/oauth2', 'app.mjs', '/login/callback'],
  ['Arctic', 'arctic.mjs', '/callback'],
])('%s', (title, file, callback) => {
  let home: string;
  beforeAll(async () => {
    ({ home } = await given.serve({ title, files: [file], command: () => [NODE, file] }));
  });

  it('signs in, and the same person comes back as the same', async () => {
    const person = newPerson('Jun & Co');
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(`${home}/login`), person);
    const signedIn = json(await agree(browser, consent));
    expect(signedIn).toEqual({ sub: expect.stringMatching(/^[\w-]{32}$/), nickname: 'Jun & Co' });
    const another = new Browser();
    expect(json(await signIn(another, await another.open(`${home}/login`), person))).toEqual(signedIn);
  });

  it('does not finish what another browser began', async () => {
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(`${home}/login`), newPerson());
    const sent = await agree(browser, consent, {}, { stopAt: home + callback });
    const stolen = await new Browser().open(sent.url);
    expect(stolen.status).toBeGreaterThanOrEqual(400);
    expect(stolen.html).not.toContain('"sub"');
    expect((await browser.open(sent.url)).html).toContain('"sub"');
  });
});
