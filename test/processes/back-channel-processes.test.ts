// Who delivers the messages of ended sessions where a server is several processes, or dies (contract 7): the real
// program.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { APPLICATION, type Client, givenClient } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';
import { startWorkers } from '../helpers/workers.ts';

const SETTINGS = { LATCHKEY_INTERNAL_DELIVERIES: 'true' };
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

/** An application's side: the logout tokens it was sent. The first `unanswered` of them get no answer. */
async function listenForTokens(unanswered = 0) {
  const told: string[] = [];
  const application = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    told.push(new URLSearchParams(body).get('logout_token') ?? '');
    if (told.length > unanswered) response.end();
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => {
    application.closeAllConnections();
    application.close();
  });
  const { port } = application.address() as AddressInfo;
  return { told, address: `http://127.0.0.1:${port}/` };
}

/** Signs a new person in to an application there, and out again. @returns what the ID token said */
async function signInAndOut(server: TestServer, address: string) {
  cleanUps.push(() => server.stop());
  const more = { backchannel_logout_uri: address, id_token_signed_response_alg: 'ES256' };
  const client = await givenClient(server, { ...APPLICATION, ...more });
  const { id_token } = (await client.tokens({ scope: 'openid' })) as unknown as { id_token: string };
  const page = await accountPage(server, client);
  await client.browser.submit(page.form({ action: '/logout' }));
  return { client, claims: decodeJwt(id_token) };
}
const accountPage = ({ authUrl }: TestServer, { browser }: Client) => browser.open(`${authUrl}/account`);

test('contract 7: killed while an application was being told, the next process tells it', async () => {
  const { told, address } = await listenForTokens(1);
  const server = await startServer(SETTINGS);
  const { client, claims } = await signInAndOut(server, address);
  await expect.poll(() => told.length).toBe(1);
  await server.restart('SIGKILL');
  // As if the claim of the dead process had run out.
  await server.execute('update session_clients set next_try_at = ?', Date.now() - 1);
  await expect.poll(() => told.length).toBe(2);
  const [first, second] = told.map((token) => decodeJwt(token));
  expect(second).toMatchObject({ sid: claims.sid, sub: claims.sub });
  expect(second?.jti).not.toBe(first?.jti);
  expect((await accountPage(server, client)).url.pathname).toBe('/login');
});

test('contract 7: what ends in a worker is told once, by the primary', async () => {
  const { told, address } = await listenForTokens();
  const server = await startWorkers(2, SETTINGS);
  const { claims } = await signInAndOut(server, address);
  await expect.poll(() => told.length).toBe(1);
  expect(decodeJwt(told[0] ?? '').sid).toBe(claims.sid);
  await expect.poll(() => server.logs()).toContain('"session-end-delivery"');
  const lines = server.logs().split('\n');
  // Lines of workers carry their number.
  expect(lines.filter((line) => line.includes('"session-end-delivery"') && line.includes('"worker"'))).toEqual([]);
});
