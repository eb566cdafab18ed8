// People with two-step verification on the pages: setting it up, the codes of their app, and the second step. For the
// tests beside it.
import { Secret, TOTP } from 'otpauth';
import { beginEnrolment, enrolCodes } from '../../src/core/sign-in/factors/enrol-codes.ts';
import { browserOf } from '../../src/http/browsers/browser-session.ts';
import { actedFrom } from '../../src/http/browsers/visitor.ts';
import type { Browser } from '../helpers/browser.ts';
import { givenPerson } from '../helpers/given-person.ts';
import type { Hosts } from '../helpers/hosts.ts';
import type { Form, Page } from '../helpers/html-page.ts';
import { seedRequest } from '../helpers/seed-request.ts';
import { signIn, signUpPerson } from './account-pages.ts';

export const STEP_MS = 30_000;

export type Place = Pick<Hosts, 'authUrl' | 'clock'>;

/** What an authenticator app shows. */
export const codeOf = (hosts: Pick<Place, 'clock'>, secret: string, stepsAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: hosts.clock.now() + stepsAhead * STEP_MS });

/** The step of codes begins anew: no other one begins while a test types a code of this one. */
export const beginStep = ({ clock }: Pick<Place, 'clock'>): void => clock.advance(STEP_MS - (clock.now() % STEP_MS));

/** A code that is right neither now nor in the steps around. */
export function wrongCode(hosts: Pick<Place, 'clock'>, secret: string): string {
  const right = [-2, -1, 0, 1, 2, 3].map((steps) => codeOf(hosts, secret, steps));
  const wrong = ['111111', '222222', '333333', '444444', '555555', '666666', '777777'];
  return wrong.find((code) => !right.includes(code)) ?? '';
}

export const isCodePage = (page: Page): boolean => page.html.includes('name="proof_token"');

/** The form with the code; the other one switches to recovery codes. */
export const codeForm = (page: Page): Form => page.form({ fields: ['code'] });

/** The secret that the page of two-step verification shows as text. */
export const secretIn = (page: Page): string =>
  (/<code class="typed">([A-Z2-7 ]+)<\/code>/.exec(page.html)?.[1] ?? '').replaceAll(' ', '');

export const recoveryCodesIn = (page: Page): string[] =>
  [...page.html.matchAll(/<li><code>([0-9a-z-]+)<\/code><\/li>/g)].map(([, code]) => code ?? '');

/** Turns two-step verification on; the page with the recovery codes. A step passes, so that the next code is fresh. */
export async function enrol(
  hosts: Place,
  browser: Browser,
): Promise<{ secret: string; recoveryCodes: string[]; page: Page }> {
  const setUp = await browser.open(`${hosts.authUrl}/account/two-step`);
  const secret = secretIn(setUp);
  const form = setUp.form({ fields: ['sealed'] });
  const page = await browser.submit(form, { code: codeOf(hosts, secret) }, { press: 'enrol' });
  hosts.clock.advance(STEP_MS);
  return { secret, recoveryCodes: recoveryCodesIn(page), page };
}

/** The same by the use case alone; nobody sees a page. */
export async function givenCodes(hosts: Hosts, browser: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { ports, clock } = hosts;
  const { deps, request, reply } = seedRequest(hosts, browser, '/account/two-step');
  const signedIn = await browserOf(deps, request).signedIn();
  if (!signedIn) throw new Error('Nobody is signed in');
  const { sealed, secretText } = beginEnrolment(ports, signedIn);
  const secret = secretText.replaceAll(' ', '');
  const from = actedFrom(deps, request, signedIn.account);
  const enrolled = await enrolCodes(ports, { signedIn, sealed, code: codeOf(hosts, secret), from });
  if (enrolled.kind !== 'enrolled') throw new Error(`Two-step verification is not on: ${enrolled.kind}`);
  await browserOf(deps, request).reopen(reply, enrolled.opened);
  clock.advance(STEP_MS);
  return { secret, recoveryCodes: [...enrolled.recoveryCodes] };
}

/** @param given of somebody who did not sign up by the form */
export async function personWithFactor(hosts: Place | Hosts, given: { verified?: boolean } = {}) {
  if ('ports' in hosts) {
    const person = await givenPerson(hosts, given);
    return { ...person, ...(await givenCodes(hosts, person.browser)) };
  }
  const { browser, email } = await signUpPerson(hosts);
  const { secret, recoveryCodes } = await enrol(hosts, browser);
  return { browser, email, secret, recoveryCodes };
}

/** Gives the right password, and the code that the app shows now. */
export async function signInWithCode(hosts: Place, browser: Browser, email: string, secret: string): Promise<Page> {
  const page = await signIn(hosts, browser, email);
  return browser.submit(codeForm(page), { code: codeOf(hosts, secret) });
}
