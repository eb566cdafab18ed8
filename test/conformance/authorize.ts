// The front channel: builds an authorization request, sends the person's browser there, does on the provider's pages
// what a person would, and catches what reaches the relying party.
import { randomBytes } from 'node:crypto';
import type { Form, Page } from '../helpers/html-page.ts';
import { signIn } from '../helpers/people.ts';
import { type Client, type Context, endpoint, type ResponseMode } from './module.ts';
import type { Received } from './relying-party-server.ts';

export type AuthorizationRequest = {
  client: Client;
  /** As sent; the standard ones in the order of their names. */
  parameters: Readonly<Record<string, string>>;
  responseMode: ResponseMode;
  url: string;
};

/** What came of a visit: the pages a person saw, and the answer, if the relying party was called. */
export type Visit = { pages: readonly Page[]; answer: Received | undefined };

/** Any character that needs no encoding can stand in `state` and `nonce`. */
export const randomValue = (bytes = 12): string => `${randomBytes(bytes).toString('base64url')}-._~`;

/**
 * The plain request of every module: code flow, scope `openid`, fresh `state` and `nonce`.
 * @param changes over it; undefined leaves a parameter out
 */
export function buildRequest(
  context: Context,
  changes: Readonly<Record<string, string | undefined>> = {},
  client: Client = context.client,
): AuthorizationRequest {
  const wished: Record<string, string | undefined> = {
    client_id: client.id,
    nonce: randomValue(),
    redirect_uri: client.redirectUri,
    response_mode: context.responseMode === 'form_post' ? 'form_post' : undefined,
    response_type: 'code',
    scope: 'openid',
    state: randomValue(),
    ...changes,
  };
  const sent = Object.entries(wished).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const parameters = Object.fromEntries(sent.sort(([a], [b]) => (a < b ? -1 : 1)));
  return { client, parameters, responseMode: context.responseMode, url: requestUrl(context, parameters) };
}

export function requestUrl({ provider }: Context, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(endpoint(provider, 'authorization_endpoint'));
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
  return url.href;
}

/** Goes there with the browser; signs in and agrees where asked, until the relying party is called or a page rests. */
export function visit(context: Context, request: AuthorizationRequest): Promise<Visit> {
  return carryOn(context, request, () => context.browser.open(request.url));
}

/** The same by POST from a page of the relying party. */
export function visitByPost(context: Context, request: AuthorizationRequest): Promise<Visit> {
  const form: Form = {
    action: new URL(endpoint(context.provider, 'authorization_endpoint')),
    method: 'POST',
    values: Object.entries(request.parameters),
    fields: Object.keys(request.parameters),
    buttons: [],
    html: '',
    page: new URL(context.provider.relyingParty.url),
  };
  return carryOn(context, request, () => context.browser.submit(form));
}

const MAX_PAGES = 6;

async function carryOn(context: Context, request: AuthorizationRequest, start: () => Promise<Page>): Promise<Visit> {
  const { relyingParty } = context.provider;
  const { pathname } = new URL(request.client.redirectUri);
  relyingParty.forget();
  const pages: Page[] = [];
  let page = await start();
  for (let step = 0; step < MAX_PAGES; step++) {
    const [answer] = relyingParty.received(pathname);
    if (answer) return { pages, answer };
    pages.push(page);
    const next = await takeStep(context, page);
    if (!next) return { pages, answer: undefined };
    page = next;
  }
  throw new Error(`No end after ${MAX_PAGES} pages: ${pages.map(({ url }) => url.pathname).join(' → ')}`);
}

/** What a person does on this page; undefined: nothing leads on from here. */
async function takeStep({ browser, provider }: Context, page: Page): Promise<Page | undefined> {
  const toRelyingParty = page.forms.find((form) => form.action.origin === provider.relyingParty.url);
  if (toRelyingParty) return browser.submit(toRelyingParty);
  if (page.status !== 200) return undefined;
  const { person } = provider;
  if (page.url.pathname === '/login') return person.enter?.(browser, page) ?? signIn(browser, page, person);
  if (page.url.pathname !== '/consent') return undefined;
  const form = page.form({ action: '/consent' });
  const all = form.buttons.some(({ value }) => value === 'agree-all');
  return browser.submit(form, {}, { press: all ? 'agree-all' : 'agree' });
}

/** Whether a person was asked for a password. */
export const sawSignIn = ({ pages }: Visit): boolean => pages.some(({ url }) => url.pathname === '/login');
