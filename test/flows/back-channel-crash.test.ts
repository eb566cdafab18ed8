// A message of an ended session survives the death of the process that had it in its hands (contract 7), with the real
// program and a real SIGKILL.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { APPLICATION, givenClient } from '../helpers/client.ts';
import { startServer } from '../helpers/server.ts';

test('contract 7: killed while an application was being told, the next process tells it', async () => {
  const told: string[] = [];
  const application = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    told.push(new URLSearchParams(body).get('logout_token') ?? '');
    // The first one is never answered.
    if (told.length > 1) response.end();
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  const server = await startServer({ LATCHKEY_INTERNAL_DELIVERIES: 'true' });
  try {
    const { port } = application.address() as AddressInfo;
    const address = { backchannel_logout_uri: `http://127.0.0.1:${port}/`, id_token_signed_response_alg: 'ES256' };
    const client = await givenClient(server, { ...APPLICATION, ...address });
    const { id_token } = (await client.tokens({ scope: 'openid' })) as unknown as { id_token: string };
    const page = await client.browser.open(`${server.authUrl}/account`);
    await client.browser.submit(page.form({ action: '/logout' }));
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(1);
    await server.restart('SIGKILL');
    // As if the claim of the dead process had run out.
    await server.execute('update session_clients set next_try_at = ?', Date.now() - 1);
    await expect.poll(() => told.length, { timeout: 10_000 }).toBe(2);
    const [first, second] = told.map((token) => decodeJwt(token));
    expect(second).toMatchObject({ sid: decodeJwt(id_token).sid, sub: first?.sub });
    expect(second?.jti).not.toBe(first?.jti);
    expect((await client.browser.open(`${server.authUrl}/account`)).url.pathname).toBe('/login');
  } finally {
    application.closeAllConnections();
    application.close();
    await server.stop();
  }
});
