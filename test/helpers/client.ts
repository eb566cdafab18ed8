// An application's backend and its user, for tests of what comes after the sign-in. It signs up once through the pages,
// then gets codes with the live session and calls the token endpoint and user-info.
import { Browser, type FormValues } from './browser.ts';
import type { Hosts } from './hosts.ts';
import type { Page } from './html-page.ts';
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
 * Registers an application for a new owner, signs a person up through the pages, and gives consent.
 * @param values of the consent form; default: the optional email address is ticked, where it is requested
 */
export async function givenClient(
  server: AnyServer,
  application: object = APPLICATION,
  values?: FormValues,
): Promise<Client> {
  made += 1;
  const ownerEmail = `owner-${made}@example.com`;
  const owner = 'owner' in server ? await server.owner(ownerEmail) : await createOwner(server, ownerEmail);
  const registered = await registerApplication(server, owner, application);
  const apiKey = registered.platforms[0]?.api_key ?? '';
  const browser = new Browser();
  const [email, password] = [`mina-${made}@example.com`, `plum-harbor-${made}-violet`];
  const authorizeUrl = (parameters: Record<string, string> = {}) => {
    const query = { client_id: apiKey, redirect_uri: CALLBACK, response_type: 'code', ...parameters };
    return `${server.authUrl}/oauth/authorize?${new URLSearchParams(query)}`;
  };

  const signIn = await browser.open(authorizeUrl());
  const signUp = await browser.open(signIn.link('/sign-up'));
  const form = signUp.form({ action: '/sign-up' });
  const consent = await browser.submit(form, { email, password, nickname: 'Mina' });
  const optional = consent.form({ action: '/consent' }).fields.includes('item') ? { item: 'email' } : {};
  const agreed = await browser.submit(consent.form({ action: '/consent' }), values ?? optional, {
    press: 'agree',
    stopAt: CALLBACK,
  });
  if (!agreed.url.searchParams.get('code')) throw new Error(`No code at ${agreed.url}: ${agreed.text}`);

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
      const person = { email, password };
      const page = isSignIn(first)
        ? await browser.submit(first.form({ action: '/login' }), person, { stopAt: CALLBACK })
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
