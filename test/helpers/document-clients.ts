// Clients that nobody registered (contract 46): their documents stand in the test, and are fetched within the limits.
import { createHash, randomBytes } from 'node:crypto';
import { createDocumentFetcher } from '../../src/core/applications/client-documents/document-fetcher.ts';
import type { DocumentSource } from '../../src/core/applications/client-documents/document-source.ts';
import type { Browser } from './browser.ts';
import { postForm } from './client-endpoints.ts';
import type { Hosts } from './hosts.ts';

export type Documents = {
  /** What stands at each URL: an object, the reason why it cannot be read, or what answers. */
  readonly at: Map<string, object | string | DocumentSource>;
  /** What was asked for, in order. */
  readonly asked: string[];
};

export function givenDocuments(hosts: Hosts): Documents {
  const documents: Documents = { at: new Map(), asked: [] };
  const source: DocumentSource = async (url) => {
    documents.asked.push(url);
    const found = documents.at.get(url) ?? 'answered 404';
    if (typeof found === 'function') return found(url);
    if (typeof found === 'string') return { kind: 'failed', reason: found };
    const headers = { cacheControl: 'max-age=600', age: undefined, expires: undefined };
    return { kind: 'fetched', text: JSON.stringify(found), ...headers };
  };
  hosts.ports.fetchDocument = createDocumentFetcher({ source, clock: hosts.clock });
  return documents;
}

/** A document as makers of MCP clients publish it. */
export const documentOf = (url: string, redirectUris: readonly string[], more: object = {}): object => ({
  client_id: url,
  client_name: 'A client',
  redirect_uris: redirectUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...more,
});

/** A request with PKCE: its address, and the form that redeems its code. */
export function requestOf(hosts: Pick<Hosts, 'authUrl'>, url: string, redirectUri: string, more: object = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const parameters = {
    client_id: url,
    redirect_uri: redirectUri,
    response_type: 'code',
    state: 's',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...more,
  };
  const form = (code: string) => ({
    ...{ grant_type: 'authorization_code', client_id: url, redirect_uri: redirectUri, code_verifier: verifier, code },
  });
  return { href: `${hosts.authUrl}/oauth/authorize?${new URLSearchParams(parameters)}`, form };
}

/** The person agrees. @returns the form that redeems the code */
export async function agreedForm(
  browser: Browser,
  { href, form }: ReturnType<typeof requestOf>,
  redirectUri: string,
): Promise<Record<string, string>> {
  const page = await browser.open(href, { stopAt: redirectUri });
  const callback = await browser.submit(page.form({ action: '/consent' }), {}, { press: 'agree', stopAt: redirectUri });
  return form(callback.url.searchParams.get('code') ?? `no code: ${callback.url}`);
}

export const sendToken = (hosts: Pick<Hosts, 'authUrl'>, form: Readonly<Record<string, string>>, headers = {}) =>
  postForm(`${hosts.authUrl}/oauth/token`, form, headers);
