// Who and what a record is about: an owner, applications as they are registered over HTTP, and people who sign up on the
// pages. Nothing of it is in the record but what the recorder is told to ask.
import { Browser, type FormValues } from '../browser.ts';
import { createSecret } from '../client-endpoints.ts';
import type { Hosts } from '../hosts.ts';
import { agree, type Person, signUp } from '../people.ts';
import { type Owner, registerApplication } from '../server.ts';
import { Recorder } from './recorder.ts';

/** A server with the clock of the test, in this process. */
export type RecordedServer = Pick<Hosts, 'authUrl' | 'apiUrl' | 'clock' | 'owner'>;

export const CALLBACK = 'http://localhost:3999/callback';
export const AT_SITE = { origin: 'http://localhost:3999' };

export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const PKCE = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' };

export type Parameters = Readonly<Record<string, string>>;

export type RecordedApplication = {
  id: string;
  apiKey: string;
  /** `''`: it is public. */
  secret: string;
  authorizeUrl(parameters?: Parameters): string;
};

const WEB = { platform: 'Web', site_domains: ['http://localhost:3999'] };
const ITEMS = [
  { item: 'nickname', consent: 'required', purpose: 'To greet you' },
  { item: 'email', consent: 'optional', retention: '5 years' },
];

export class World {
  readonly server: RecordedServer;
  readonly record: Recorder;
  /** Of everybody's address. */
  readonly #domain: string;
  readonly #owner: Owner;
  #people = 0;

  private constructor(server: RecordedServer, domain: string, owner: Owner) {
    this.server = server;
    this.record = new Recorder(server);
    this.#domain = domain;
    this.#owner = owner;
  }

  /** @param domain of the addresses of everybody in it */
  static async at(server: RecordedServer, domain: string): Promise<World> {
    return new World(server, domain, await server.owner(`owner@${domain}`));
  }

  /** @param body besides a name, a Web entry, the required nickname and the optional address */
  async application(body: object = {}, { confidential = false } = {}): Promise<RecordedApplication> {
    const { id, platforms } = await registerApplication(this.server, this.#owner, {
      ...{ name: 'Acme Shop', login_activation: 'ON', id_token_signed_response_alg: 'ES256' },
      ...{ platforms: [WEB], redirect_uris: [CALLBACK], consent_items: ITEMS },
      ...body,
    });
    const secret = confidential ? await createSecret(this.server, { applicationId: id, owner: this.#owner }) : '';
    const apiKey = platforms[0]?.api_key ?? '';
    return {
      ...{ id, apiKey, secret },
      authorizeUrl: (parameters = {}) => {
        const query = { client_id: apiKey, redirect_uri: CALLBACK, response_type: 'code', ...parameters };
        return this.auth(`/oauth/authorize?${new URLSearchParams(query)}`);
      },
    };
  }

  /** Somebody without an account, who comes to sign up. */
  person(): Person {
    this.#people += 1;
    return { email: `mina-${this.#people}@${this.#domain}`, password: 'seven quiet harbour lights', nickname: 'Mina' };
  }

  /** A newcomer who is on the consent page. */
  async newcomer(url: string, person = this.person()) {
    const browser = new Browser();
    return { browser, person, page: await signUp(browser, await browser.open(url), person) };
  }

  /** A newcomer who has agreed. */
  async user(application: RecordedApplication, values: FormValues = { item: 'email' }, parameters: Parameters = {}) {
    const { browser, page } = await this.newcomer(application.authorizeUrl(parameters));
    const { url } = await agree(browser, page, values, { stopAt: CALLBACK });
    const code = async (more: Parameters = {}): Promise<string> => {
      const answered = await browser.open(application.authorizeUrl(more), { stopAt: CALLBACK });
      const found = answered.url.searchParams.get('code');
      if (!found) throw new Error(`No code at ${answered.url}: ${answered.text}`);
      return found;
    };
    return { browser, firstCode: url.searchParams.get('code') ?? '', code };
  }

  auth = (path: string): string => `${this.server.authUrl}${path}`;
  api = (path: string): string => `${this.server.apiUrl}${path}`;
}
