// A server that was told to stop, or killed, and started again knows what was used before (cases C11, G10): nothing
// spent comes back to life, and what was issued is good. At random moments, under load: kill.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, givenClient } from '../helpers/client.ts';
import { startServer } from '../helpers/program.ts';
import type { TestServer } from '../helpers/server.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  // Without a window for repeats the second use of a refresh token is theft at once.
  server = await startServer({ LATCHKEY_REFRESH_REPEAT_SECONDS: '0', LATCHKEY_LOG_LEVEL: 'warn' });
  client = await givenClient(server);
});
afterAll(() => server?.stop());

describe.each([
  ['stopped', 'SIGTERM', 0],
  ['killed', 'SIGKILL', null],
] as const)('%s and started again', (_how, signal, exitCode) => {
  test(`C11, G10: after ${signal} a used code and a used refresh token are invalid_grant, and end their families`, async () => {
    const used = client.codeForm(await client.code());
    const { body: ofUsed } = await client.token(used);
    const first = await client.tokens();
    const { body: second } = await client.token(client.refreshForm(first.refresh_token));
    const bystander = await client.tokens();
    const unused = await client.code();

    expect(await server.restart(signal)).toBe(exitCode);

    for (const tokens of [ofUsed, second, bystander])
      expect((await client.userInfo(tokens.access_token)).status).toBe(200);
    expect((await client.token(used)).body.error).toBe('invalid_grant');
    expect((await client.userInfo(ofUsed.access_token)).status).toBe(401);
    expect((await client.token(client.refreshForm(ofUsed.refresh_token))).body.error).toBe('invalid_grant');

    expect((await client.token(client.refreshForm(first.refresh_token))).body.error).toBe('invalid_grant');
    expect((await client.userInfo(second.access_token)).status).toBe(401);
    expect((await client.token(client.refreshForm(second.refresh_token))).body.error).toBe('invalid_grant');

    expect((await client.token(client.refreshForm(bystander.refresh_token))).status).toBe(200);
    expect((await client.token(client.codeForm(unused))).status).toBe(200);
  });
});
