// Every designed state of the console's pages of APIs, by name.
import { type Api, type ApiScope, type ApiSecret, MAX_SCOPES } from '../../../src/core/applications/apis/api.ts';
import { type ApiListProps, renderApiList } from '../../../src/views/apis/api-list.tsx';
import { type ApiPageProps, renderApiPage } from '../../../src/views/apis/api-page.tsx';
import { apiScopeField } from '../../../src/views/apis/api-scope-field.ts';
import { type ClientHostsProps, renderClientHosts } from '../../../src/views/operators/client-hosts.tsx';
import type { PageContext } from '../../../src/views/page/page.ts';
import { consolePage, operatorContext, type State, sent } from './console-states.ts';
import { fault } from './people.ts';

const AT = Date.UTC(2026, 9, 3, 14, 5);
const idOf = (at: number): string => `${at}`.padStart(32, '0');
const scope = (name: string, description?: string) => ({
  ...{ name, label: undefined, description, translations: undefined, byDefault: false, machine: true },
});

const someApi = (at: number, values: Partial<Api> = {}): Api => ({
  id: idOf(at),
  resource: 'https://billing.example.com',
  name: 'Billing',
  scopes: [scope('billing.read', 'Read invoices'), scope('billing.write')],
  machineAccess: [],
  ...{ applications: [], documents: false, audience: 'everyone', allowedGroups: [], groups: [] },
  accessTokenFormat: 'jwt',
  accessTokenAlg: 'ES256',
  accessTokenTtlSeconds: 300,
  createdAt: AT,
  updatedAt: AT,
  version: 1,
  ...values,
});

/** That people agree to. */
const agreed = (name: string, over: Partial<ApiScope> = {}): ApiScope => ({
  ...scope(name, 'Every invoice of the last ten years, and what was paid of it'),
  ...{ label: 'Read your invoices', machine: false, byDefault: true },
  translations: { ko: { label: '청구서 보기', description: '최근 10년의 청구서와 결제 내역' } },
  ...over,
});

const SCOPES = [
  agreed('invoices.read'),
  agreed('invoices.write', { ...{ label: undefined, description: undefined }, byDefault: false }),
  scope('billing.read', 'Read invoices'),
  scope(`billing:${'long/'.repeat(18)}`),
];
const SCOPE_FORM = apiScopeField('scope', 'invoices.read');

const secret = (at: number, lastUsedAt?: number): ApiSecret => ({
  ...{ id: idOf(at), apiId: idOf(1), secretHash: Buffer.alloc(32), createdAt: AT, lastUsedAt },
});

const listProps = (over: Partial<ApiListProps> = {}): ApiListProps => ({
  ...consolePage(),
  apis: [
    someApi(1),
    someApi(2, { name: '재고 관리', resource: `https://stock.example.com/${'long/'.repeat(20)}`, scopes: [] }),
    someApi(3, { name: 'Reports', resource: 'http://localhost:9000', scopes: [scope('reports.read')] }),
  ],
  later: false,
  nextAfter: undefined,
  ...over,
});

const pageProps = (over: Partial<ApiPageProps> = {}): ApiPageProps => ({
  ...consolePage(),
  api: someApi(1, {
    machineAccess: [
      { application: idOf(7), scopes: ['billing.read', 'billing.write'] },
      { application: idOf(8), scopes: ['billing.read'] },
    ],
  }),
  applications: [{ id: idOf(7), name: 'Nightly export' }],
  secrets: [secret(4, AT), secret(5)],
  ...over,
});

const list =
  (over: Partial<ApiListProps> = {}): State =>
  (language) =>
    renderApiList(operatorContext(language), listProps(over));
const page =
  (over: Partial<ApiPageProps> = {}): State =>
  (language) =>
    renderApiPage(operatorContext(language), pageProps(over));

const clientHosts =
  (over: Partial<ClientHostsProps> = {}): State =>
  (language) =>
    renderClientHosts(operatorContext(language), clientHostsProps(over));

const clientHostsProps = (over: Partial<ClientHostsProps> = {}): ClientHostsProps => ({
  ...consolePage(),
  confirmHref: undefined,
  admitted: ['https://claude.ai/oauth/', 'https://vscode.dev/oauth/'],
  hosts: [
    { host: 'claude.ai', people: 12, usedAt: Date.UTC(2026, 10, 27), blockedAt: undefined },
    { host: `${'long'.repeat(15)}.${'label'.repeat(12)}.example:8443`, people: 1, usedAt: undefined, blockedAt: 0 },
  ],
  later: false,
  nextAfter: undefined,
  ...over,
});

export const API_STATES: Readonly<Record<string, State>> = {
  'console-clients': clientHosts({ nextAfter: 'claude.ai' }),
  'console-clients-off': clientHosts({ admitted: [], hosts: [] }),
  'console-clients-any': clientHosts({ admitted: ['https://'], later: true, notice: 'client-host-blocked' }),
  'console-clients-confirm': clientHosts({ confirmHref: '/confirm?to=/console/clients' }),
  'console-apis': list({ nextAfter: idOf(3) }),
  'console-apis-empty': list({ apis: [] }),
  'console-apis-confirm': list({ confirmHref: '/confirm?to=/console/apis' }),
  'console-apis-faults': list({
    sent: sent(
      'api',
      { name: 'Billing', resource: 'billing', scopes: 'openid' },
      { faults: [fault('resource', 'api-resource-malformed'), fault('scopes', 'api-scope-reserved')] },
    ),
  }),
  'console-api': page({ notice: 'api-allowed' }),
  'console-api-new': page({ api: someApi(1, { scopes: [] }), applications: [], secrets: [], notice: 'api-created' }),
  'console-api-made': page({ made: { secret: 'lk_as_0123456789abcdefghijABCDEFGHIJ0123456789-_a' } }),
  'console-api-confirm': page({ confirmHref: '/confirm?to=/console/apis' }),
  'console-api-scope': page({ api: someApi(1, { scopes: SCOPES }), editing: 'invoices.read', notice: 'saved' }),
  'console-api-scope-faults': page({
    api: someApi(1, { scopes: SCOPES }),
    sent: sent(
      SCOPE_FORM,
      { entry: 'invoices.read', machine: 'on', label: 'Read '.repeat(20), label_ko: '청구서 보기', default: 'on' },
      { faults: [fault('label', 'api-text'), fault('default', 'api-machine-default')] },
    ),
  }),
  'console-api-scope-new': page({
    api: someApi(1, { scopes: SCOPES }),
    sent: sent('new-scope', { name: 'openid', label: 'Sign in' }, { faults: [fault('name', 'api-scope-reserved')] }),
  }),
  'console-api-scope-had': page({
    api: someApi(1, { scopes: SCOPES }),
    sent: sent(`remove-${SCOPE_FORM}`, {}, { faults: [fault(undefined, 'api-machine-scope')] }),
  }),
  'console-api-full': page({
    api: someApi(1, { scopes: Array.from({ length: MAX_SCOPES }, (_, at) => agreed(`invoices.${at}.read`)) }),
    editing: 'invoices.50.read',
  }),
  'console-api-unknown-application': page({
    sent: sent(
      'api-access',
      { application: 'nobody', scopes: 'billing.read' },
      { faults: [fault('application', 'api-application-unknown')] },
    ),
  }),
};

export const hostileClientHosts = (context: PageContext, text: string, over: Partial<ClientHostsProps>): string =>
  renderClientHosts(
    context,
    clientHostsProps({
      ...{ csrf: text, nextAfter: text, admitted: [text], ...over },
      hosts: [{ host: text, people: 1, usedAt: 0, blockedAt: 0 }],
    }),
  );

/** With a stranger's text wherever there is one. */
export const hostileApiList = (context: PageContext, text: string, over: Partial<ApiListProps>): string =>
  renderApiList(
    context,
    listProps({
      ...{ csrf: text, nextAfter: text, ...over },
      apis: [someApi(1, { id: text, name: text, resource: text })],
    }),
  );

export const hostileApiPage = (context: PageContext, text: string, over: Partial<ApiPageProps>): string =>
  renderApiPage(
    context,
    pageProps({
      csrf: text,
      api: someApi(1, {
        ...{ id: text, name: text, resource: text, scopes: [scope(text, text)] },
        machineAccess: [{ application: text, scopes: [text] }],
      }),
      applications: [{ id: text, name: text }],
      secrets: [{ ...secret(4), id: text }],
      ...over,
    }),
  );
