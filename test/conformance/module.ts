// The words of this folder: a plan of the OpenID Foundation, its modules, and what each module works with. Plans and
// modules bear their published names; what they check is written here anew.
import type { JSONWebKeySet } from 'jose';
import type { Browser } from '../helpers/browser.ts';
import type { Page } from '../helpers/html-page.ts';
import type { Person } from '../helpers/people.ts';
import type { RelyingPartyServer } from './relying-party-server.ts';

export type ResponseMode = 'query' | 'form_post';

export type Module = {
  /** As published. */
  name: string;
  /** What passes when it passes, in one line: the row of docs/conformance.md. */
  verifies: string;
  run(context: Context): Promise<void>;
};

export type Plan = {
  /** As published. */
  name: string;
  /** The certification profile the plan is for. */
  profile: string;
  responseMode: ResponseMode;
  modules: readonly Module[];
};

/** What one module works with. The browser is new: nobody is signed in. */
export type Context = {
  provider: Provider;
  /** Authenticates with client_secret_basic. */
  client: Client;
  /** Another application; its redirect URI has a query of its own. */
  secondClient: Client;
  browser: Browser;
  responseMode: ResponseMode;
};

/** `enter`: answers a page that asks them to sign in. Default: with the password. */
export type Visitor = Person & { enter?(browser: Browser, page: Page): Promise<Page> };

/** A registered relying party. */
export type Client = { id: string; secret: string; redirectUri: string };

export type Metadata = Readonly<Record<string, unknown>>;

export type Provider = {
  readonly discoveryUrl: string;
  readonly metadata: Metadata;
  readonly keys: JSONWebKeySet;
  readonly client: Client;
  readonly secondClient: Client;
  /** Of `client`. */
  readonly postLogoutRedirectUri: string;
  readonly person: Visitor;
  /** Has a second factor, and signs in with it: by what. */
  readonly withFactor: Readonly<Record<'one-time code' | 'passkey', Visitor>>;
  readonly relyingParty: RelyingPartyServer;
  /** The provider's time in ms. */
  now(): number;
  /** Lets the provider's clock go on. */
  wait(seconds: number): void;
  /** Sends what is due to applications. Resolves when they have answered. */
  deliver(): Promise<void>;
  /** What the registration API answers to an application with these members beside the usual ones. */
  tryToRegister(members: Readonly<Record<string, unknown>>): Promise<Response>;
  stop(): Promise<void>;
};

/** Address of a metadata member. */
export function endpoint({ metadata }: Pick<Provider, 'metadata'>, member: string): string {
  const value = metadata[member];
  if (typeof value !== 'string') throw new Error(`The metadata has no ${member}`);
  return value;
}
