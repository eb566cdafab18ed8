// What people do in the console, in the steps that many stories share.
import { registerApplication } from '../../src/core/applications/applications/register-application.ts';
import { Browser } from '../helpers/browser.ts';
import { givenPerson, givenSession } from '../helpers/given-person.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { givenMember } from '../helpers/membership.ts';
import { newEmail, PASSWORD } from './account-pages.ts';

export type Someone = { browser: Browser; email: string; accountId: string };

const accountIdOf = async (hosts: Hosts, email: string): Promise<string> =>
  (await hosts.ports.accounts.findByEmailKey(email))?.id ?? '';

/** An owner of applications, signed in. */
export async function ownerInBrowser(hosts: Hosts): Promise<Someone> {
  const email = newEmail();
  await hosts.owner(email);
  const browser = new Browser();
  await givenSession(hosts, browser, email);
  return { browser, email, accountId: await accountIdOf(hosts, email) };
}

/** A plain user, signed in. */
export async function userInBrowser(hosts: Hosts): Promise<Someone> {
  const { browser, email } = await givenPerson(hosts);
  return { browser, email, accountId: await accountIdOf(hosts, email) };
}

/** A member of somebody's application, signed in. */
export async function memberInBrowser(
  hosts: Hosts,
  applicationId: string,
  role: 'editor' | 'viewer',
): Promise<Someone> {
  const member = await userInBrowser(hosts);
  const { accountId } = member;
  await givenMember(hosts.ports, { applicationId, accountId, role, now: hosts.clock.now() });
  return member;
}

/** An application that is registered already, without a way through the pages. */
export async function givenApplication(hosts: Hosts, owner: Someone, name = 'Acme Shop') {
  const registration = await registerApplication(hosts.ports, {
    ownerId: owner.accountId,
    draft: {
      name,
      loginActivation: 'ON',
      idTokenAlg: 'ES256',
      platforms: [{ platform: 'Web', siteDomains: ['http://localhost:3999', 'https://shop.example.com'] }],
      redirectUris: ['http://localhost:3999/callback', 'https://shop.example.com/callback'],
      postLogoutRedirectUris: ['https://shop.example.com/bye'],
      consentItems: [{ item: 'nickname', consent: 'required', purpose: 'To greet you' }],
    },
  });
  if (registration.kind !== 'registered') throw new Error(JSON.stringify(registration));
  return registration.application;
}

export const consoleUrl = (hosts: Hosts, applicationId: string, section = ''): string =>
  `${hosts.authUrl}/console/applications/${applicationId}${section && `/${section}`}`;

/** The form of this id. Throws when the page has none. */
export function formNamed(page: Page, id: string): Form {
  const found = page.forms.find((form) => form.values.some(([name, value]) => name === 'form' && value === id));
  if (!found) throw new Error(`No form "${id}" at ${page.url} (${page.status}): ${page.text}`);
  return found;
}

export const hasForm = (page: Page, id: string): boolean =>
  page.forms.some((form) => form.values.some(([name, value]) => name === 'form' && value === id));

/** Ids of the forms of the console that stand on a page. */
export const formIds = (page: Page): string[] =>
  page.forms.flatMap((form) => form.values.filter(([name]) => name === 'form').map(([, value]) => value));

export { PASSWORD };
