// The real side of a walk: browsers, applications and an operator who speak to the running program, and every secret
// they were given, under the number that the model has for it.
import { Browser } from '../helpers/browser.ts';
import { basic, postForm } from '../helpers/client-endpoints.ts';
import type { Page } from '../helpers/html-page.ts';
import type { Proof } from './grants.ts';
import type { ModelServer } from './server.ts';
import { at, BROWSERS } from './state.ts';

export type Answer = { status: number; body: Record<string, unknown> };

let walks = 0;

export class Real {
  readonly server: ModelServer;
  /** Sends passwords and forms; the model numbers them. */
  readonly browsers = Array.from({ length: BROWSERS }, () => new Browser());
  readonly apiKeys: string[] = [];
  readonly applicationIds: string[] = [];
  readonly clientSecrets: { id: string; secret: string }[] = [];
  readonly codes: string[] = [];
  readonly accessTokens: string[] = [];
  readonly refreshTokens: string[] = [];
  readonly idTokens: string[] = [];
  /** Of proofs. */
  readonly mailed: { token: string; code: string | undefined }[] = [];
  /** Secrets of the links that take a change of address back. */
  readonly takeBacks: string[] = [];
  /** By account and application; a value never comes twice. */
  readonly subs = new Map<string, string>();
  readonly #walk: number;

  constructor(server: ModelServer) {
    this.server = server;
    walks += 1;
    this.#walk = walks;
  }

  /** The e-mail address of one of the walk's people. */
  email(person: number): string {
    return `person-${person}-of-${this.#walk}@example.com`;
  }

  open(browser: number, path: string): Promise<Page> {
    return at(this.browsers, browser).open(this.server.authUrl + path);
  }

  userInfo(token: string): Promise<Answer> {
    return this.#fetch('api', '/user-info', { headers: { authorization: `Bearer ${token}` } });
  }

  /** Calls the registration API as one of the two owners. */
  registration(owner: number, method: string, path: string, body?: unknown): Promise<Answer> {
    const headers: Record<string, string> = { authorization: `Bearer ${at(this.server.owners, owner)}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    return this.#fetch('api', path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  }

  /** Posts to an endpoint of applications, with the secret in the header or in the body. */
  async endpoint(
    path: string,
    form: Record<string, string>,
    { key, secret }: Proof,
    inHeader: boolean,
  ): Promise<Answer> {
    const apiKey = at(this.apiKeys, key);
    const url = `${this.server.authUrl}/oauth/${path}`;
    const told = typeof secret === 'number' ? at(this.clientSecrets, secret).secret : 'lk_cs_made-up-by-somebody';
    if (secret === 'none') return postForm(url, { ...form, client_id: apiKey });
    if (inHeader) return postForm(url, form, basic(apiKey, told));
    return postForm(url, { ...form, client_id: apiKey, client_secret: told });
  }

  async #fetch(host: 'auth' | 'api', path: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(this.server[`${host}Url`] + path, init);
    const text = await response.text();
    const location = response.headers.get('location');
    return { status: response.status, body: { ...(text && JSON.parse(text)), ...(location && { location }) } };
  }
}

/** What a person types; numbers are the model's. */
export const passwordOf = (account: { password: number } | undefined): string =>
  `quiet harbour lights ${account?.password ?? 0}`;
export const WRONG_PASSWORD = 'somebody else’s words';

/** Redirect URIs by the model's numbers; the last one is never registered. */
export const REDIRECT_URIS = ['http://localhost:3999/callback', 'http://localhost:3999/other?x=1'];
export const UNREGISTERED = 2;
export const redirectUri = (id: number): string => REDIRECT_URIS[id] ?? 'http://localhost:3999/callback/more';
export const SITE = 'http://localhost:3999/';
export const SIGNED_OUT_URI = 'http://localhost:3999/bye';
