// What a person does on the pages of the auth host, in steps that many stories share.
import type { Browser, FormValues, VisitOptions } from './browser.ts';
import type { Page } from './html-page.ts';

export type Person = { email: string; password: string; nickname: string };

export const PASSWORD = 'correct horse battery staple';

let people = 0;

export function newEmail(): string {
  people += 1;
  return `person-${people}@example.com`;
}

/** A person without an account. */
export const newPerson = (nickname = 'Mina'): Person => ({
  email: newEmail(),
  password: 'seven quiet harbour lights',
  nickname,
});

/** Follows the link of a sign-in page to sign-up and creates an account. */
export async function signUp(browser: Browser, signIn: Page, person: Person, options?: VisitOptions): Promise<Page> {
  const page = await browser.open(signIn.link('/sign-up'));
  return browser.submit(page.form({ action: '/sign-up' }), person, options);
}

export function signIn(browser: Browser, page: Page, person: Person, options?: VisitOptions): Promise<Page> {
  const { email, password } = person;
  return browser.submit(page.form({ action: '/login' }), { email, password }, options);
}

/** Ticks `items` on the consent page (`{ item: ['email'] }` and requested fields) and agrees. */
export function agree(browser: Browser, consent: Page, values: FormValues = {}, options?: VisitOptions): Promise<Page> {
  return browser.submit(consent.form({ action: '/consent' }), values, { ...options, press: 'agree' });
}

/**
 * Goes from an authorization request to the callback: signs up, agrees, and returns the address that the code is sent
 * to.
 */
export async function signUpAndAgree(
  browser: Browser,
  authorization: URL | string,
  { person = newPerson(), values = {}, redirectUri }: { person?: Person; values?: FormValues; redirectUri: string },
): Promise<URL> {
  const consent = await signUp(browser, await browser.open(authorization), person);
  const callback = await agree(browser, consent, values, { stopAt: redirectUri });
  return callback.url;
}
