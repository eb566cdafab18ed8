// Every route of the registration API refuses query parameters that it does not take (contract 3, 32): the table is made
// of the declared routes, so that a new one is in it from its first day.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMachineToken } from '../../src/core/applications/machine-tokens/create-machine-token.ts';
import { SCOPES } from '../../src/core/ground/acts/scope.ts';
import { QUERY_PARAMETERS } from '../../src/http/routes/query-parameters.ts';
import { type FullAccount, givenFullAccount } from '../helpers/full-account.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';
import { png } from '../helpers/images.ts';
import { declaredRoutes } from '../helpers/told-acts.ts';
import { givenApplication, ownerInBrowser } from './console-pages.ts';

let hosts: Hosts;
let token: string;
let ids: Readonly<Record<string, string>>;
let user: FullAccount;

beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  const application = await givenApplication(hosts, await ownerInBrowser(hosts), 'Shop');
  user = await givenFullAccount(hosts, application, 'user');
  const draft = { name: 'all', days: '9', scopes: SCOPES };
  const made = await createMachineToken(hosts.ports, { draft });
  if (made.kind !== 'created') throw new Error(made.kind);
  token = made.token;
  ids = { id: application.id, accountId: user.id };
});
afterAll(() => hosts?.stop());

const LONG = 'f'.repeat(32);
const call = (method: string, path: string, more: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(hosts.apiUrl + path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? LONG), {
    ...{ method, ...more },
    headers: { authorization: `Bearer ${token}`, ...more.headers },
  });
const codesIn = async (answer: Response): Promise<(string | undefined)[]> => {
  const text = await answer.text();
  const { errors = [] } = text ? (JSON.parse(text) as { errors?: { pointer: string }[] }) : {};
  return errors.map(({ pointer }) => pointer);
};

const everyMethod = () =>
  declaredRoutes(hosts).api.flatMap(({ path, methods }) =>
    Object.entries(methods).flatMap(([method, declared]) => (declared.scope ? [{ method, path, ...declared }] : [])),
  );

/** What the route would read, if it were asked rightly. */
function bodyOf(body: string): RequestInit & { headers?: Record<string, string> } {
  if (body === 'image') return { body: new Uint8Array(png(9)), headers: { 'content-type': 'image/png' } };
  if (body === 'none' || body === 'optional-json') return {};
  return { body: '{}', headers: { 'content-type': 'application/json' } };
}

describe('contract 3, 32: an unknown query parameter', () => {
  test('is 400 on every route that is reached, which changes nothing; a part that is not there stays 404', async () => {
    const rows = async () => {
      const all = [...(await hosts.rows())].filter(([table]) => !/^(?:audit_|machine_tokens$|activities$)/.test(table));
      return JSON.stringify(all);
    };
    const before = await rows();
    const seen: string[] = [];
    for (const { method, path, body } of everyMethod()) {
      const answer = await call(method, `${path}?usernam=bob&limitt=1&usernam=x`, bodyOf(body));
      const isAbsent = answer.status === 404 && /:(?!id\b|accountId\b)|logo(?:-dark)?$/.test(path);
      if (isAbsent) continue;
      expect([method, path, answer.status, await codesIn(answer)]).toEqual([
        method,
        path,
        400,
        ['/usernam', '/limitt'],
      ]);
      seen.push(path);
    }
    expect(seen.length).toBeGreaterThan(30);
    expect(await rows()).toBe(before);
  });

  test('what a route declares is no unknown parameter there, and elsewhere it is', async () => {
    for (const { method, path, query = [] } of everyMethod().filter((one) => one.method === 'GET')) {
      const taken = query.map((key) => QUERY_PARAMETERS[key].name as string);
      const all = [...new Set(Object.values(QUERY_PARAMETERS).map(({ name }) => name as string))];
      const answer = await call(method, `${path}?${all.map((name) => `${name}=`).join('&')}`);
      if (answer.status === 404) continue;
      const pointers = all.filter((name) => !taken.includes(name)).map((name) => `/${name}`);
      expect([path, answer.status, await codesIn(answer)]).toEqual([path, 400, pointers]);
      const own = await call(method, `${path}?${taken.map((name) => `${name}=`).join('&')}`);
      expect([path, own.status < 400 && own.status]).toEqual([path, 200]);
    }
  });

  test('comes after 401, 403, 404, 406, 415 and 412, and is HEAD’s as well', async () => {
    const path = '/accounts/:accountId?x=1';
    const json = { body: '{}', headers: { 'content-type': 'application/json' } };
    const status = async (...asked: Parameters<typeof call>) => (await call(...asked)).status;
    expect(await status('GET', path, { headers: { authorization: 'Bearer x' } })).toBe(401);
    expect(await status('GET', `/accounts/${LONG}?x=1`)).toBe(404);
    expect(
      await status('PATCH', `/accounts/${LONG}?x=1`, { body: 'x', headers: { 'content-type': 'text/plain' } }),
    ).toBe(404);
    expect(await status('GET', path, { headers: { accept: 'text/html' } })).toBe(406);
    expect(await status('PATCH', path, { body: 'x', headers: { 'content-type': 'text/plain' } })).toBe(415);
    expect(await status('PATCH', path, { ...json, headers: { ...json.headers, 'if-match': '"x"' } })).toBe(412);
    expect(await status('DELETE', path, { headers: { 'if-match': '"x"' } })).toBe(412);
    expect(await status('DELETE', path, { headers: { 'if-match': '*' } })).toBe(400);
    expect(await status('HEAD', path)).toBe(400);
    expect(await status('GET', '/accounts?username=bob')).toBe(400);
    expect(await status('GET', '/accounts?Email=bob')).toBe(400);
    expect(await hosts.ports.accounts.find(user.id)).toBeDefined();
  });

  test('is ignored by user-info and by the document, as before', async () => {
    const headers = { authorization: `Bearer ${user.secrets.get('access token')}` };
    expect((await fetch(`${hosts.apiUrl}/user-info?x=1`, { headers })).status).toBe(200);
    expect((await fetch(`${hosts.authUrl}/openapi?x=1`)).status).toBe(200);
  });
});
