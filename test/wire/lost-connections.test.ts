// Applications whose connection breaks while they redeem a code or refresh a token (cases C12, G4): whatever the server
// made of the request, trying again never gives two live token sets, and a lost answer signs nobody out.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { hashSecret } from '../../src/core/ground/secrets.ts';
import { type Client, givenClient } from '../helpers/client.ts';
import { type Hosts, startHosts } from '../helpers/hosts.ts';

const ROUNDS = 15;

let hosts: Hosts;
let client: Client;
beforeAll(async () => {
  hosts = await startHosts({ LATCHKEY_REQUESTS_PER_SECOND: '100000' });
  client = await givenClient(hosts);
});
afterAll(() => hosts?.stop());

/** Sends bytes of a token request that nobody waits for, and reads nothing. */
async function begin(form: string, bytes = form.length): Promise<Socket> {
  const { port, host } = new URL(hosts.authUrl);
  const socket = connect({ host: '127.0.0.1', port: Number(port) });
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  const head = `POST /oauth/token HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
  socket.write(`${head}Content-Length: ${form.length}\r\n\r\n${form.slice(0, bytes)}`);
  return socket;
}

/** The whole request, its answer on the way and never read. */
async function sendAndLose(form: string): Promise<void> {
  const socket = await begin(form);
  await once(socket, 'readable');
  socket.resetAndDestroy();
}

/** Of the grant that the code began. */
async function familyOf(code: string) {
  const grant = (await hosts.ports.codes.findByHash(hashSecret(code)))?.grant;
  const tokens = await hosts.rowsIn('access_tokens');
  return { ended: grant?.endedAt !== undefined, sets: tokens.filter(({ grant_id }) => grant_id === grant?.id).length };
}

describe('C12: the connection is reset while a code is redeemed', () => {
  test(`half of the request was sent, ${ROUNDS} times: the code is unused, and trying again redeems it`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const code = await client.code();
      const form = client.codeForm(code);
      const socket = await begin(form, round * 5);
      socket.resetAndDestroy();
      const again = await client.token(form);
      expect(again.status).toBe(200);
      expect(await familyOf(code)).toEqual({ ended: false, sets: 1 });
    }
  });

  test(`the answer was on its way, ${ROUNDS} times: the code is used, and trying again leaves no live token`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const code = await client.code();
      await sendAndLose(client.codeForm(code));
      expect((await client.token(client.codeForm(code))).body.error).toBe('invalid_grant');
      expect(await familyOf(code)).toEqual({ ended: true, sets: 1 });
    }
  });

  test(`at any moment between, ${2 * ROUNDS} times: one or the other, and never two token sets`, async () => {
    const seen: Record<string, number> = {};
    for (let round = 0; round < 2 * ROUNDS; round += 1) {
      const code = await client.code();
      const socket = await begin(client.codeForm(code));
      await sleep(round % 6);
      socket.resetAndDestroy();
      const { status, body } = await client.token(client.codeForm(code));
      expect([200, 400]).toContain(status);
      if (status === 400) expect(body.error).toBe('invalid_grant');
      seen[status] = (seen[status] ?? 0) + 1;
      // What was sent first may be read after what was sent later: then it is the second use, and ends what there is.
      const { ended, sets } = await familyOf(code);
      expect(sets).toBe(1);
      if (status === 400) expect(ended).toBe(true);
    }
    expect(seen[400] ?? 0).toBeGreaterThan(0);
  });
});

describe('G4: the connection is reset before the answer to a refresh was read', () => {
  test('tried again within the window, as often as that happens: the same pair, and it works', async () => {
    const first = await client.tokens();
    const form = client.refreshForm(first.refresh_token);
    // From here on time passes by the test alone.
    const used = hosts.clock.now();
    const now = vi.spyOn(hosts.clock, 'now').mockReturnValue(used);
    onTestFinished(() => now.mockRestore());
    for (let lost = 0; lost < 5; lost += 1) await sendAndLose(form);
    now.mockReturnValue(used + 29_000);
    const [again, third] = [await client.token(form), await client.token(form)];
    expect([again.status, third.status]).toEqual([200, 200]);
    expect(third.body.refresh_token).toBe(again.body.refresh_token);
    expect((await client.userInfo(again.body.access_token)).status).toBe(200);
    expect((await client.token(client.refreshForm(again.body.refresh_token))).status).toBe(200);
  });

  test('the window is at most 60 s from the first use; after it the old one is theft, however often it was repeated (G2)', async () => {
    expect(hosts.ports.rules.refreshRepeatSeconds).toBeLessThanOrEqual(60);
    const first = await client.tokens();
    const form = client.refreshForm(first.refresh_token);
    await sendAndLose(form);
    hosts.clock.advance(20_000);
    const { body: again } = await client.token(form);
    // A repeat does not begin the window anew.
    hosts.clock.advance(11_000);
    expect((await client.token(form)).body.error).toBe('invalid_grant');
    expect((await client.token(client.refreshForm(again.refresh_token))).body.error).toBe('invalid_grant');
    expect((await client.userInfo(again.access_token)).status).toBe(401);
  });
});
