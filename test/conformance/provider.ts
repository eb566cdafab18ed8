// The provider under test as a relying party finds it: the whole server over TLS at a discovery address, two
// applications with secrets, and a person whose profile has every value and who has agreed to everything once.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONWebKeySet } from 'jose';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { CONSENT_ITEMS } from '../../src/core/ground/consent-items.ts';
import { Browser } from '../helpers/browser.ts';
import { freePorts } from '../helpers/free-ports.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { png } from '../helpers/images.ts';
import { newPerson, type Person, signIn } from '../helpers/people.ts';
import { registerApplication } from '../helpers/server.ts';
import { PASSWORD, signUpPerson } from '../stories/account-pages.ts';
import { codeForm, codeOf, enrol, isCodePage, STEP_MS } from '../stories/factor-pages.ts';
import { addPasskey, answerWith } from '../stories/passkey-pages.ts';
import { type Client, endpoint, type Metadata, type Provider, type Visitor } from './module.ts';
import { startRelyingPartyServer } from './relying-party-server.ts';

export async function startProvider(): Promise<Provider> {
  const tls = makeCertificate();
  const before = getGlobalDispatcher();
  const agent = new Agent({ connect: { ca: tls.certificate } });
  setGlobalDispatcher(agent);
  const [authPort, apiPort] = await freePorts(2);
  const hosts = await startHosts({
    LATCHKEY_AUTH_URL: `https://localhost:${authPort}`,
    LATCHKEY_API_URL: `https://localhost:${apiPort}`,
    LATCHKEY_AUTH_LISTEN: `127.0.0.1:${authPort}`,
    LATCHKEY_API_LISTEN: `127.0.0.1:${apiPort}`,
    LATCHKEY_TLS_CERTIFICATE_FILE: tls.certificateFile,
    LATCHKEY_TLS_KEY_FILE: tls.keyFile,
    // The relying party of these tests lives on this machine, and is told of sign-outs there.
    LATCHKEY_INTERNAL_DELIVERIES: 'true',
  });
  const relyingParty = await startRelyingPartyServer();
  const owner = await hosts.owner();
  const authorization = `Bearer ${owner.apiToken}`;

  const register = async (name: string, redirectUri: string, members: object = {}): Promise<Client> => {
    const application = await registerApplication(hosts, owner, { ...usualMembers(name, redirectUri), ...members });
    const secrets = `${hosts.apiUrl}/applications/${application.id}/client-secrets`;
    const made = await fetch(secrets, { method: 'POST', headers: { authorization } });
    const { client_secret: secret } = (await made.json()) as { client_secret: string };
    return { id: application.platforms[0]?.api_key ?? '', secret, redirectUri };
  };

  const postLogoutRedirectUri = `${relyingParty.url}/post_logout_redirect`;
  const client = await register('Conformance', `${relyingParty.url}/callback`, {
    post_logout_redirect_uris: [postLogoutRedirectUri],
    backchannel_logout_uri: `${relyingParty.url}/backchannel_logout`,
  });
  const secondClient = await register('Second', `${relyingParty.url}/callback?shop=7&from=latchkey`);
  const person = await signUpWithFullProfile(hosts.authUrl);
  const withFactor = { 'one-time code': await signUpWithCodes(hosts), passkey: await signUpWithPasskey(hosts) };

  const discoveryUrl = `${hosts.authUrl}/.well-known/openid-configuration`;
  const metadata = (await (await fetch(discoveryUrl)).json()) as Metadata;
  const keys = (await (await fetch(endpoint({ metadata }, 'jwks_uri'))).json()) as JSONWebKeySet;
  return {
    discoveryUrl,
    metadata,
    keys,
    client,
    secondClient,
    postLogoutRedirectUri,
    person,
    withFactor,
    relyingParty,
    now: hosts.clock.now,
    wait: (seconds) => hosts.clock.advance(seconds * 1000),
    deliver: () => hosts.tick('outbox'),
    tryToRegister: (members) =>
      fetch(`${hosts.apiUrl}/applications`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ ...usualMembers('Another', `${relyingParty.url}/callback`), ...members }),
      }),
    async stop() {
      setGlobalDispatcher(before);
      await agent.destroy();
      await relyingParty.stop();
      await hosts.stop();
      tls.remove();
    },
  };
}

/** Every item is optional: what a request does not name must not come back. */
const usualMembers = (name: string, redirectUri: string) => ({
  name,
  login_activation: 'ON',
  platforms: [{ platform: 'Web', site_domains: [new URL(redirectUri).origin] }],
  redirect_uris: [redirectUri],
  consent_items: CONSENT_ITEMS.filter((item) => item !== 'groups').map((item) => ({ item, consent: 'optional' })),
  // Claims of a scope belong to user-info when there is an access token (OpenID Connect Core 5.4).
  id_token_claims: false,
});

const PROFILE = {
  nickname: 'Mina',
  name: 'Mina Kim Harbour',
  given_name: 'Mina',
  family_name: 'Harbour',
  middle_name: 'Kim',
  gender: 'female',
  birthdate: '1990-04-17',
  website: 'https://mina.example/',
  profile: 'https://people.example/mina',
  phone_number: '+442079460018',
  street_address: '7 Quay Street\nFlat 2',
  locality: 'Bristol',
  region: 'Avon',
  postal_code: 'BS1 6UA',
  country: 'United Kingdom',
};

const LANGUAGE = { locale: 'en', zoneinfo: 'Europe/London' };

/** Of the usernames, which are unique. */
let made = 0;

async function signUpWithFullProfile(authUrl: string): Promise<Person> {
  const person = newPerson();
  const browser = new Browser();
  const signUp = await browser.open(`${authUrl}/sign-up`);
  const account = await browser.submit(signUp.form({ action: '/sign-up' }), person);
  const saved = await browser.submit(account.form({ action: '/account/profile' }), PROFILE);
  if (saved.status !== 200) throw new Error(`The profile was not saved: ${saved.text}`);
  const language = await browser.open(`${authUrl}/account/language`);
  await browser.submit(language.form({ action: '/account/language' }), LANGUAGE);
  const page = await browser.open(`${authUrl}/account`);
  const picture = new File([new Uint8Array(png(20))], 'me.png');
  const uploaded = await browser.submitFiles(page.form({ action: '/account/picture' }), [['picture', picture]]);
  if (uploaded.status !== 200) throw new Error(`The picture was not saved: ${uploaded.text}`);
  const named = await browser.submit(page.form({ action: '/account/username' }), {
    preferred_username: `mina.number.${made}`,
  });
  made += 1;
  if (named.status !== 200) throw new Error(`The username was not saved: ${named.text}`);
  return person;
}

async function signUpWithCodes(hosts: Hosts): Promise<Visitor> {
  const { browser, email } = await signUpPerson(hosts, 'codes@example.com');
  const { secret } = await enrol(hosts, browser);
  const person = { email, password: PASSWORD, nickname: 'Mina' };
  return {
    ...person,
    async enter(at, page) {
      if (!isCodePage(page)) return signIn(at, page, person);
      // Each code is good once.
      hosts.clock.advance(STEP_MS);
      return at.submit(codeForm(page), { code: codeOf(hosts, secret) });
    },
  };
}

async function signUpWithPasskey(hosts: Hosts): Promise<Visitor> {
  const { browser: own, email } = await signUpPerson(hosts, 'passkey@example.com');
  const { key } = await addPasskey(hosts, own);
  const enter: Visitor['enter'] = (browser, page) => answerWith(hosts, browser, page, key);
  return { email, password: PASSWORD, nickname: 'Mina', enter };
}

/** A certificate for localhost that nobody but these tests trusts. */
export function makeCertificate() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-conformance-'));
  const [certificateFile, keyFile] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
  const files = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', keyFile, '-out', certificateFile];
  execFileSync('openssl', [...request.split(' '), ...files], { stdio: 'ignore' });
  return {
    certificateFile,
    keyFile,
    certificate: readFileSync(certificateFile, 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
