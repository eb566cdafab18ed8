// People on the pages of their account: signing up, signing in, and what they can reach then. For the tests beside it.
import { type AccountPageName, accountPath } from '../../src/views/page/account-pages.ts';
import { Browser } from '../helpers/browser.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { newEmail, PASSWORD } from '../helpers/people.ts';

export { newEmail, PASSWORD };

/** A server in this process, or the program. */
export type Server = Pick<Hosts, 'authUrl'>;

/** A person with an account, signed in on a browser of their own by signing up. */
export async function signUpPerson(
  hosts: Server,
  email = newEmail(),
): Promise<{ browser: Browser; email: string; page: Page }> {
  const browser = new Browser();
  const signUp = await browser.open(`${hosts.authUrl}/sign-up`);
  const page = await browser.submit(signUp.form({ action: '/sign-up' }), {
    email,
    password: PASSWORD,
    nickname: 'Mina',
  });
  if (page.url.pathname !== '/account') throw new Error(`Sign-up ended at ${page.url.href}: ${page.text}`);
  return { browser, email, page };
}

/** Tries to sign in; with the right password it rests on the account page. */
export async function signIn(hosts: Server, browser: Browser, email: string, password = PASSWORD): Promise<Page> {
  const login = await browser.open(`${hosts.authUrl}/login`);
  return browser.submit(login.form({ action: '/login' }), { email, password });
}

export const account = (hosts: Server, browser: Browser, page: AccountPageName = 'profile'): Promise<Page> =>
  browser.open(`${hosts.authUrl}${accountPath(page)}`);

/** Sends a form with its token and headers as a test wants them; redirects are not followed. */
export function post(
  browser: Browser,
  form: Form,
  values: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const fields = [...new Set([...form.fields, ...Object.keys(values)])];
  const values_ = [...form.values.filter(([name]) => !(name in values)), ...Object.entries(values)];
  return browser.submit({ ...form, fields, values: values_ }, {}, { follow: false, headers });
}

/** The cookies an answer sets: name → whole line. */
export const setCookies = (page: Page): Map<string, string> =>
  new Map(page.headers.getSetCookie().map((line) => [line.slice(0, line.indexOf('=')), line]));
