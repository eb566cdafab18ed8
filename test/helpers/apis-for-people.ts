// An application with a person, and two APIs of the operator that it asks people for: Billing, whose tokens are JWTs, and
// Stock, whose tokens are opaque.
import type { Api } from '../../src/core/applications/apis/api.ts';
import { createApiSecret } from '../../src/core/applications/apis/api-secrets.ts';
import { callApi } from '../stories/api-calls.ts';
import { type Client, givenClient } from './client.ts';
import { givenApi } from './given-api.ts';
import { givenConnection } from './given-person.ts';
import type { Hosts } from './hosts.ts';
import type { Form, Page } from './html-page.ts';

export const BILLING = 'https://billing.example/v1';
export const STOCK = 'https://stock.example';

export const errorOf = ({ status, body }: { status: number; body: { error?: string } }) => `${status} ${body.error}`;

export async function givenApisForPeople(hosts: Hosts) {
  const client = await givenClient(hosts);
  const translations = { ko: { label: '청구서 읽기' } };
  const billing = await givenApi(hosts, {
    ...{ resource: BILLING, name: 'Billing', applications: [client.applicationId] },
    scopes: [
      { name: 'billing.read', label: 'Read invoices', description: 'Amounts and dates', translations, byDefault: true },
      { name: 'billing.write', label: 'Write invoices' },
      { name: 'billing.admin', machine: true },
    ],
  });
  const stock = await givenApi(hosts, {
    ...{ resource: STOCK, name: 'Stock', applications: 'any', accessTokenFormat: 'opaque' },
    scopes: [{ name: 'stock.read', byDefault: true }],
  });
  const calls = callsOf(hosts, client);
  const names = ['billing.read', 'billing.write', 'stock.read'];
  const api_scopes = names.map((scope) => ({ scope, consent: 'optional', purpose: `To use ${scope}` }));
  const { status } = await calls.own('PATCH', { api_scopes });
  if (status !== 200) throw new Error(`The scopes were not taken: ${status}`);
  return { client, billing, stock, ...calls };
}

/** The form of the application's connection on the account's page. */
export function connectionIn(page: Page, { applicationId }: Client): Form {
  const form = page.forms.find(({ html }) => html.includes(applicationId));
  if (!form) throw new Error(`No connection of ${applicationId}: ${page.text}`);
  return form;
}

const callsOf = (hosts: Hosts, client: Client) => ({
  /** The registration API, for the application's owner. */
  own: (method: string, body?: object, by = client) =>
    callApi(hosts, { method, path: `/applications/${by.applicationId}`, token: by.owner.apiToken, body }),
  /** Agrees to these scopes for a request, whatever was answered before. */
  agreeTo: (parameters: Record<string, string>, ...item: string[]) =>
    givenConnection(hosts, client.browser, client.authorizeUrl({ prompt: 'consent', ...parameters }), { item }),
  exchange: async (parameters: Record<string, string>) => client.token(client.codeForm(await client.code(parameters))),
  refresh: (token: string, more: Record<string, string> = {}) => client.token(client.refreshForm(token, more)),
  atUserInfo: async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${hosts.apiUrl}/user-info`, { headers })).status;
  },
  apiSecret: async (api: Api) => {
    const made = await createApiSecret(hosts.ports, { apiId: api.id });
    if (made.kind !== 'made') throw new Error(made.kind);
    return made.secret;
  },
  introspect: async (api: Api, secret: string, token: string) => {
    const answer = await fetch(`${hosts.authUrl}/oauth/introspection`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${api.id}:${secret}`).toString('base64')}` },
      body: new URLSearchParams({ token }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  },
});

export type ApisForPeople = Awaited<ReturnType<typeof givenApisForPeople>>;
