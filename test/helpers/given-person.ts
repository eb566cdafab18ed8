// People without the forms: what sign-up, sign-in and consent do, asked of the use cases that their routes call, with
// the cookies that those routes set. A story that is about something else begins here, at a twentieth of the cost;
// test/real-time/given-person.test.ts holds that nothing is missing.
//
//   const { browser, email } = await givenPerson(hosts);         // an account, signed in
//   await givenSession(hosts, another, email);                   // signed in once more
//   await givenConnection(hosts, browser, authorizeUrl);         // agreed
//   await givenPerson(hosts, { connection: { authorizeUrl } });  // all of it, as a newcomer

import { checkAuthorizationRequest, nextStep } from '../../src/core/grants/authorize/authorize.ts';
import { issueCode } from '../../src/core/grants/authorize/issue-code.ts';
import { agree } from '../../src/core/grants/consent/agree.ts';
import { consentForm, consentScopes } from '../../src/core/grants/consent/consent-form.ts';
import type { Role } from '../../src/core/ground/accounts/account.ts';
import { createAccount } from '../../src/core/people/accounts/create-account.ts';
import { signUp } from '../../src/core/people/accounts/sign-up.ts';
import type { Proof } from '../../src/core/sign-in/sessions/sign-in.ts';
import { browserOf } from '../../src/http/browsers/browser-session.ts';
import { languageOf } from '../../src/http/browsers/language.ts';
import { type FlowQuery, readFlowQuery } from '../../src/http/flow/query.ts';
import { Browser, type FormValues } from './browser.ts';
import type { Hosts } from './hosts.ts';
import { newEmail, PASSWORD } from './people.ts';
import { type SeedRequest, seedRequest } from './seed-request.ts';

export type GivenPerson = { id: string; email: string; password: string; browser: Browser };

/**
 * A person who signed up, and is signed in by that.
 * @param person `role`: an account with another one than `user` is made by a command, so that it signs in afterwards.
 *   `verified`: a mailed code proved the address. `session` false: their browser has been nowhere yet.
 *   `connection`: the application sent them, and they agree once they are signed in
 */
export async function givenPerson(
  hosts: Hosts,
  {
    email = newEmail(),
    password = PASSWORD,
    nickname = 'Mina',
    role = 'user',
    verified = false,
    session = true,
    browser = new Browser(),
    connection,
  }: Partial<Omit<GivenPerson, 'id'>> & {
    nickname?: string;
    role?: Role;
    verified?: boolean;
    session?: boolean;
    connection?: { authorizeUrl: string | URL; values?: FormValues };
  } = {},
): Promise<GivenPerson> {
  const consent = connection && (await arrive(hosts, browser, connection.authorizeUrl));
  const at = seedRequest(hosts, browser, '/sign-up');
  const form = { email, password, nickname };
  const made =
    role === 'user'
      ? await signUp(hosts.ports, form, at.deps.clientAddressOf(at.request))
      : await createAccount(hosts.ports, { ...form, role });
  if (made.kind !== 'created') throw new Error(`${email}: ${JSON.stringify(made)}`);
  const { account } = made;
  if (verified) await hosts.ports.accounts.setEmailVerified(account.id, account.emailKey, hosts.clock.now());
  if (session && role === 'user') await startSession(at, { by: 'sign-up', account });
  else if (session) await givenSession(hosts, browser, email, { password });
  if (consent) await agreeTo(hosts, browser, consent, connection.values ?? {});
  return { id: account.id, email, password, browser };
}

/** Signs in with the password, as the form of `/login` does for an account without a second factor. */
export async function givenSession(
  hosts: Hosts,
  browser: Browser,
  email: string,
  { password = PASSWORD, persistent = false } = {},
): Promise<void> {
  const at = seedRequest(hosts, browser, '/login');
  const { deps, request, reply } = at;
  const { device } = browserOf(deps, request);
  // The page of the form gave the browser its device cookie.
  const visitor = {
    ...deps.clientAddressOf(request),
    deviceId: device.ensure(reply),
    knowsAccount: device.knows,
  };
  await startSession(at, { by: 'password', email, password, visitor }, persistent);
}

async function startSession({ deps, request, reply }: SeedRequest, proof: Proof, persistent = false): Promise<void> {
  const outcome = await browserOf(deps, request).signIn(reply, { proof, persistent });
  if (outcome.kind !== 'signed-in') throw new Error(`Nobody is signed in: ${outcome.kind}`);
}

/**
 * Agrees to an authorization request for whoever is signed in on the browser, whom nothing but consent is asked for.
 * @param values of the consent form: `item` ticks
 */
export async function givenConnection(
  hosts: Hosts,
  browser: Browser,
  authorizeUrl: string | URL,
  values: FormValues = {},
): Promise<void> {
  await agreeTo(hosts, browser, await arrive(hosts, browser, authorizeUrl), values);
}

/** @returns the address of the consent page, with the stamp that says when the request arrived */
async function arrive(hosts: Hosts, browser: Browser, authorizeUrl: string | URL): Promise<string> {
  const { deps, request, reply } = seedRequest(hosts, browser, String(authorizeUrl));
  const { next, ...flow } = await readFlowQuery(deps, request);
  const { application, redirectUri } = await checked(hosts, flow, authorizeUrl);
  hosts.ports.publish({ kind: 'authorization-started', applicationId: application.id, redirectUri });
  return `/consent?${next(reply)}`;
}

async function checked({ ports }: Hosts, flow: Pick<FlowQuery, 'parameters' | 'query'>, address: string | URL) {
  const found = await checkAuthorizationRequest(ports, flow);
  if (found.kind !== 'valid') throw new Error(`${address} is refused: ${JSON.stringify(found)}`);
  return found.request;
}

async function agreeTo(hosts: Hosts, browser: Browser, consent: string, values: FormValues): Promise<void> {
  const { ports, authUrl } = hosts;
  const { deps, request: http } = seedRequest(hosts, browser, consent);
  const { stampHash, arrivedAt, ...flow } = await readFlowQuery(deps, http);
  const request = await checked(hosts, flow, consent);
  const device = await browserOf(deps, http).accounts();
  const { next, picked } = await nextStep(ports, { request, device, arrivedAt });
  const { signedIn, connection } = picked;
  if (next.kind !== 'consent' || !signedIn) throw new Error(`${consent} leads to ${next.kind}`);
  const agreement = await agree(ports, {
    request,
    signedIn,
    language: languageOf(authUrl, http, signedIn.account.profile.locale),
    shown: consentForm(request, connection, signedIn.account),
    shownScopes: consentScopes(request, connection),
    ticked: [values.item ?? []].flat(),
    field: (name) => [values[name] ?? []].flat()[0],
    issue: (agreed) => issueCode(ports, { ...agreed, stampHash }),
  });
  if (agreement.kind !== 'agreed') throw new Error(`${consent}: ${JSON.stringify(agreement)}`);
}
