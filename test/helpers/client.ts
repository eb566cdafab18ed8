// An application's backend and its user, for tests of what comes after the sign-in. The person signs up and agrees once,
// then the backend gets codes with the live session and calls the token endpoint and user-info.
import { Browser, type FormValues } from './browser.ts';
import { registerByUseCase } from './given-application.ts';
import { givenPerson } from './given-person.ts';
import type { Hosts } from './hosts.ts';
import type { Page } from './html-page.ts';
import { agree, type Person, signUp } from './people.ts';
import { createOwner, type Owner, registerApplication, type TestServer } from './server.ts';

export const CALLBACK = 'http://localhost:3999/callback';

export type Tokens = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  refresh_token_expires_in: number;
  scope?: string;
  token_type?: string;
  id_token?: string;
};

export type Answer<T = Record<string, unknown>> = { status: number; body: T };

/** A registered application with one consenting user, signed in. */
export type Client = {
  readonly applicationId: string;
  readonly apiKey: string;
  /** The application's owner. */
  readonly owner: Owner;
  readonly browser: Browser;
  readonly email: string;
  readonly password: string;
  /** The address of an authorization request. */
  authorizeUrl(parameters?: Record<string, string>): string;
  /** Gets a new code with the live session, and signs in again when the session has expired. */
  code(parameters?: Record<string, string>): Promise<string>;
  codeForm(code: string, more?: Record<string, string>): string;
  refreshForm(refreshToken: string, more?: Record<string, string>): string;
  token(form: string, authUrl?: string): Promise<Answer<Tokens & { error?: string }>>;
  /** Gets a code and exchanges it. */
  tokens(parameters?: Record<string, string>): Promise<Tokens>;
  userInfo(accessToken: string): Promise<Answer>;
};

/** What the application requests, unless a test says otherwise. */
export const APPLICATION = {
  name: 'Acme Shop',
  login_activation: 'ON',
  platforms: [{ platform: 'Web', site_domains: ['http://localhost:3999'] }],
  redirect_uris: [CALLBACK],
  consent_items: [
    { item: 'nickname', consent: 'required', purpose: 'To greet you' },
    { item: 'email', consent: 'optional' },
  ],
};

const isSignIn = (page: Page): boolean => page.url.pathname === '/login';

let made = 0;

/** Any server: the program (`startServer`, `startNodes`), or one composed in this process (`startHosts`). */
export type AnyServer = Pick<TestServer, 'authUrl' | 'apiUrl' | 'command'> | Hosts;

/**
 * Registers an application for a new owner, signs a person up, and gives consent: by use cases where the server is in
 * this process, and through the pages where it is another.
 * @param values of the consent form; default: the optional email address is ticked, where it is requested
 */
export async function givenClient(
  server: AnyServer,
  application: object = APPLICATION,
  values?: FormValues,
): Promise<Client> {
  made += 1;
  const ownerEmail = `owner-${made}@example.com`;
  const isHere = 'ports' in server;
  const owner = isHere ? await server.owner(ownerEmail) : await createOwner(server, ownerEmail);
  const registered = isHere
    ? await registerByUseCase(server, owner, application)
    : await registerApplication(server, owner, application);
  const apiKey = registered.platforms[0]?.api_key ?? '';
  const browser = new Browser();
  const person = { email: `mina-${made}@example.com`, password: `plum-harbor-${made}-violet`, nickname: 'Mina' };
  const { email, password } = person;
  const authorizeUrl = (parameters: Record<string, string> = {}) => {
    const query = { client_id: apiKey, redirect_uri: CALLBACK, response_type: 'code', ...parameters };
    return `${server.authUrl}/oauth/authorize?${new URLSearchParams(query)}`;
  };
  if (isHere) {
    const connection = { authorizeUrl: authorizeUrl(), values: values ?? OPTIONAL_EMAIL };
    await givenPerson(server, { ...person, browser, connection });
  } else {
    await connectByForms(browser, authorizeUrl(), person, values);
  }

  const client: Client = {
    applicationId: registered.id,
    apiKey,
    owner,
    browser,
    email,
    password,
    authorizeUrl,
    async code(parameters) {
      const first = await browser.open(authorizeUrl(parameters), { stopAt: CALLBACK });
      const page = isSignIn(first)
        ? await browser.submit(first.form({ action: '/login' }), { email, password }, { stopAt: CALLBACK })
        : first;
      const code = page.url.searchParams.get('code');
      if (!code) throw new Error(`No code at ${page.url}: ${page.text}`);
      return code;
    },
    codeForm: (code, more = {}) =>
      new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        client_id: apiKey,
        ...more,
      }).toString(),
    refreshForm: (refreshToken, more = {}) =>
      new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: apiKey,
        ...more,
      }).toString(),
    async token(body, authUrl = server.authUrl) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const response = await fetch(`${authUrl}/oauth/token`, { method: 'POST', headers, body });
      return { status: response.status, body: (await response.json()) as Tokens };
    },
    async tokens(parameters) {
      const { status, body } = await client.token(client.codeForm(await client.code(parameters)));
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return body;
    },
    async userInfo(accessToken) {
      const headers = { authorization: `Bearer ${accessToken}` };
      const response = await fetch(`${server.apiUrl}/user-info`, { headers });
      const challenge = response.headers.get('www-authenticate');
      // A 401 because the token is missing or malformed would prove nothing about this token.
      if (response.status === 401 && !challenge?.includes('error="invalid_token"'))
        throw new Error(`401: ${challenge}`);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
  };
  return client;
}

/** Ticks of items that the application does not request count for nothing. */
const OPTIONAL_EMAIL = { item: 'email' };

async function connectByForms(browser: Browser, authorizeUrl: string, person: Person, values: FormValues | undefined) {
  const consent = await signUp(browser, await browser.open(authorizeUrl), person);
  const optional = consent.form({ action: '/consent' }).fields.includes('item') ? OPTIONAL_EMAIL : {};
  const agreed = await agree(browser, consent, values ?? optional, { stopAt: CALLBACK });
  if (!agreed.url.searchParams.get('code')) throw new Error(`No code at ${agreed.url}: ${agreed.text}`);
}
