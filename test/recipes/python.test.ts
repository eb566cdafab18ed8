// The Python recipes of docs/recipes.md, their files as they stand on the page. `npm run test:recipes`.
import { describe, expect, it } from 'vitest';
import { Browser } from '../helpers/browser.ts';
import type { Page } from '../helpers/html-page.ts';
import { agree, newPerson, type Person, signIn, signUp } from '../helpers/people.ts';
import type { Recipe } from '../helpers/recipes-page.ts';
import { succeed } from '../helpers/server.ts';
import { changed, useRecipes } from './given-recipe.ts';
import { whoAtHub } from './hub-pages.ts';
import { PYTHON } from './runtimes.ts';

const json = (page: { html: string }) => JSON.parse(page.html) as Record<string, unknown>;
const PYTHONWARNINGS = { PYTHONWARNINGS: 'ignore' };

/** As the page's own words: a stranger types somebody's address. */
const stranger = (): Person => ({ ...newPerson('Stranger'), email: 'boss@example.com' });

describe('Flask: Authlib', () => {
  const given = useRecipes();

  it('signs in, the same person comes back as the same, and Cancel is told', async () => {
    const { home } = await given.serve({
      title: 'Flask: Authlib',
      files: ['app.py'],
      command: ({ port }) => [PYTHON, '-m', 'flask', 'run', '--port', String(port)],
      environment: { ...PYTHONWARNINGS, SECRET_KEY: 'only for this test' },
    });
    const person = newPerson('유나');
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(`${home}/login`), person);
    const me = json(await agree(browser, consent));
    expect(me).toEqual({ sub: expect.stringMatching(/^[\w-]{32}$/), nickname: '유나' });

    const another = new Browser();
    const signInPage = await another.open(`${home}/login`);
    expect(json(await signIn(another, signInPage, person))).toEqual(me);

    const third = new Browser();
    const page = await third.open(`${home}/login`);
    const cancelled = await third.submit(page.form({ action: '/login' }), {}, { press: 'cancel' });
    expect([cancelled.status, cancelled.text]).toEqual([400, 'You are not signed in: access_denied']);
  });
});

const django = {
  title: 'Django: mozilla-django-oidc',
  files: ['latchkey.py', 'settings.py'],
  around: ['django/'],
  command: () => [PYTHON, 'serve.py'] as const,
  environment: PYTHONWARNINGS,
};
const withBase = (recipe: Recipe): Recipe => ({
  ...recipe,
  blocks: [{ name: 'settings.py', text: 'from base import *\n' }, ...recipe.blocks],
});
/** The package's own backend, as its documentation has it. */
const asDocumented = (recipe: Recipe) =>
  changed(withBase(recipe), {
    'latchkey.BySubject': 'mozilla_django_oidc.auth.OIDCAuthenticationBackend',
    '`email` optional': '`email` required',
  });

describe('Django: mozilla-django-oidc, by the recipe', () => {
  const given = useRecipes();

  it('goes by sub: whoever has the address of a superuser is another person; signing out leads back', async () => {
    const { home } = await given.serve({ ...django, recipe: withBase });
    const browser = new Browser();
    const consent = await signUp(browser, await browser.open(`${home}/oidc/authenticate/`), stranger());
    const who = json(await agree(browser, consent, { item: ['email'] }));
    expect(who).toEqual({
      signed_in: true,
      username: expect.stringMatching(/^[\w-]{32}$/),
      email: 'boss@example.com',
      is_superuser: false,
    });
    const form = (await browser.open(`${home}/sign-out`)).form({ action: '/oidc/logout/' });
    const back = await browser.submit(form);
    expect([back.url.href, json(back)]).toEqual([`${home}/`, { signed_in: false }]);
    expect((await browser.open(`${home}/oidc/authenticate/`)).url.pathname).toBe('/login');
  });
});

describe('Django: mozilla-django-oidc as its documentation has it, by address', () => {
  describe('where unverified addresses are released', () => {
    const given = useRecipes({ LATCHKEY_UNVERIFIED_EMAIL: 'release' });

    it('a stranger with the address of a superuser is that superuser: what withholding is for', async () => {
      const { home } = await given.serve({ ...django, recipe: asDocumented });
      const browser = new Browser();
      const consent = await signUp(browser, await browser.open(`${home}/oidc/authenticate/`), stranger());
      expect(json(await agree(browser, consent))).toMatchObject({ username: 'boss', is_superuser: true });
    });
  });

  describe('where they are withheld', () => {
    const given = useRecipes({ LATCHKEY_UNVERIFIED_EMAIL: 'withhold' });

    it('a stranger with the address of a superuser is nobody, until an operator states the address', async () => {
      const { home } = await given.serve({ ...django, recipe: asDocumented });
      const person = stranger();
      const browser = new Browser();
      const begin = () => browser.open(`${home}/oidc/authenticate/`);
      const consent = await signUp(browser, await begin(), person);
      expect(json(await agree(browser, consent))).toEqual({ signed_in: false });
      expect(json(await begin())).toEqual({ signed_in: false });

      await succeed(given.server, ['accounts', 'set-email-verified', '--email', person.email]);
      expect(json(await begin())).toMatchObject({ username: 'boss', is_superuser: true });
    });
  });
});

const pgadmin = {
  title: 'pgAdmin',
  files: ['config_local.py'],
  around: ['pgadmin.py'],
  command: () => [PYTHON, 'pgadmin.py'] as const,
  environment: PYTHONWARNINGS,
};

describe('pgAdmin, which has an administrator boss@example.com', () => {
  describe('where unverified addresses are released', () => {
    const given = useRecipes({ LATCHKEY_UNVERIFIED_EMAIL: 'release' });

    it('a stranger with that address is the administrator: what withholding is for', async () => {
      const { home } = await given.serve(pgadmin);
      const browser = new Browser();
      const consent = await signUp(browser, await browser.open(`${home}/login`), stranger());
      expect(json(await agree(browser, consent))).toEqual({ username: 'boss@example.com', role: 'Administrator' });
    });
  });

  describe('where they are withheld', () => {
    const given = useRecipes({ LATCHKEY_UNVERIFIED_EMAIL: 'withhold' });

    it('a stranger with that address is refused, until an operator states the address', async () => {
      const { home } = await given.serve(pgadmin);
      const person = stranger();
      const browser = new Browser();
      const begin = () => browser.open(`${home}/login`);
      const consent = await signUp(browser, await begin(), person);
      const refused = await agree(browser, consent);
      expect([refused.status, refused.text]).toEqual([401, 'Could not extract username from OIDC claims.']);

      await succeed(given.server, ['accounts', 'set-email-verified', '--email', person.email]);
      expect(json(await begin())).toEqual({ username: 'boss@example.com', role: 'Administrator' });
    });

    it('without OAUTH2_USERNAME_CLAIM the stranger is a user of their own, not the administrator', async () => {
      const recipe = (page: Recipe) => changed(page, { "        'OAUTH2_USERNAME_CLAIM': 'email',\n": '' });
      const { home } = await given.serve({ ...pgadmin, recipe });
      const browser = new Browser();
      const person = { ...newPerson('Stranger'), email: 'Boss2@example.com' };
      const consent = await signUp(browser, await browser.open(`${home}/login`), person);
      const user = { username: expect.stringMatching(/^[\w-]{32}$/), role: 'User' };
      expect(json(await agree(browser, consent))).toEqual(user);
    });
  });
});

const hub = {
  title: 'JupyterHub: oauthenticator',
  files: ['jupyterhub_config.py'],
  around: ['hub.py'],
  command: () => [PYTHON, '-m', 'jupyterhub', '--config', 'hub.py'] as const,
  environment: { ...PYTHONWARNINGS, JUPYTERHUB_CRYPT_KEY: '0'.repeat(64) },
};
const loginPage = (browser: Browser, home: string) => browser.open(`${home}/hub/oauth_login?next=%2Fhub%2Fhome`);
describe('JupyterHub: oauthenticator, whose administrator is admin', () => {
  const given = useRecipes();
  const account = async (username: string) => {
    const person = newPerson('admin');
    const flags = ['--email', person.email, '--nickname', person.nickname, '--username', username];
    await succeed(given.server, ['accounts', 'create', ...flags, '--password-stdin'], person.password);
    return person;
  };

  it('goes by username: who calls themselves admin is not, and nobody can have that name twice', async () => {
    const { home } = await given.serve(hub);
    const [owner, other] = [await account('admin'), await account('mallory')];
    const enter = async (browser: Browser, person: Person): Promise<Page> => {
      const consent = await signIn(browser, await loginPage(browser, home), person);
      return agree(browser, consent);
    };
    const [first, second] = [new Browser(), new Browser()];
    await enter(first, owner);
    expect(await whoAtHub(first, home)).toEqual({ name: 'admin', admin: true });
    await enter(second, other);
    expect(await whoAtHub(second, home)).toEqual({ name: 'mallory', admin: false });

    const again = ['accounts', 'set-username', '--email', other.email, '--username', 'admin'];
    expect((await given.server.command(again)).status).toBe(1);
  });

  it('configured with the nickname, as it worked before: who types admin wherever they can is not let in', async () => {
    const recipe = (page: Recipe) =>
      changed(page, { "'username'": "'nickname'", '`username` required': '`nickname` required' });
    const { home, program } = await given.serve({ ...hub, recipe });
    const browser = new Browser();
    const consent = await signUp(browser, await loginPage(browser, home), newPerson('admin'));
    await typeUserName(browser, 'admin');
    const refused = await agree(browser, consent);
    expect(await whoAtHub(browser, home)).toEqual({ name: undefined, admin: false });
    expect(refused.status).toBe(500);
    expect(program.output()).toContain('No preferred_username found');
  });

  /** As a profile value, which it was when anybody could have any, and by the form that the account page has for it. */
  async function typeUserName(browser: Browser, name: string): Promise<void> {
    const account = await browser.open(`${given.server.authUrl}/account`);
    const profile = account.form({ action: '/account/profile' });
    const before = { ...profile, fields: [...profile.fields, 'preferred_username'] };
    await browser.submit(before, { preferred_username: name });
    const own = account.forms.find(({ fields }) => fields.includes('username'));
    if (own) await browser.submit(own, { username: name });
  }
});
