// Who may sign in by group, on several processes (contract 31): once somebody was taken out of the group, the very next
// refresh, introspection and user-info call fails at every process, whatever was under way, and spends nothing; once they
// are back, all of it works again.
//
// LATCHKEY_TEST_ROUNDS says how often (`LATCHKEY_TEST_ROUNDS=50 npx vitest run --project 'races-*'
// test/races/group-races.test.ts`).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, givenClient, type Tokens } from '../helpers/client.ts';
import { CLUSTERS, type Cluster } from '../helpers/cluster.ts';
import { succeed } from '../helpers/server.ts';

const ROUNDS = Number(process.env.LATCHKEY_TEST_ROUNDS ?? 2);
/** Calls under way at each process while the group changes. */
const LOOPS = 2;

describe.each(CLUSTERS)('%s', (_name, start) => {
  let cluster: Cluster;
  let client: Client;
  let secret: string;
  let machine: string;
  let person: string;
  let members: string;
  let tokens: Tokens;

  const json = async (url: string, token: string, method = 'GET', body?: object, type = 'application/json') =>
    fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) },
      ...(body && { body: JSON.stringify(body) }),
    });

  beforeAll(async () => {
    cluster = await start();
    client = await givenClient(cluster.server);
  });
  afterAll(() => cluster?.stop());

  const at = <Of>(list: readonly Of[], round: number): Of => list[round % list.length] as Of;
  const userInfo = async (round: number) =>
    (await json(`${at(cluster.apis, round)}/user-info`, tokens.access_token)).status;
  const introspect = async (round: number, token: string) => {
    const answer = await fetch(`${at(cluster.origins, round)}/oauth/introspection`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: client.apiKey, client_secret: secret, token }).toString(),
    });
    return ((await answer.json()) as { active: boolean }).active;
  };
  const refresh = (round: number) =>
    client.token(client.refreshForm(tokens.refresh_token, { client_secret: secret }), at(cluster.origins, round));

  test(
    `of ${ROUNDS} removals each counts at once, everywhere, and so does each return`,
    async () => {
      const { server } = cluster;
      const tokenOf = ['machine-tokens', 'create', '--name', 'tests', '--scope', 'groups', '--scope', 'accounts:read'];
      machine = ((await succeed(server, tokenOf)) as { token: string }).token;
      const found = await json(`${server.apiUrl}/accounts?email=${encodeURIComponent(client.email)}`, machine);
      person = ((await found.json()) as { id: string }[])[0]?.id ?? '';
      const made = await json(`${server.apiUrl}/groups`, machine, 'POST', { name: 'sre', applications: 'any' });
      const { pathname } = new URL(made.headers.get('location') ?? '');
      members = `${pathname}/members`;
      const add = (round: number) => json(`${at(cluster.apis, round)}${members}`, machine, 'POST', { account: person });
      const remove = (round: number) => json(`${at(cluster.apis, round)}${members}/${person}`, machine, 'DELETE');
      expect((await add(0)).status).toBe(201);
      const { apiToken } = client.owner;
      const application = `${server.apiUrl}/applications/${client.applicationId}`;
      secret = (
        (await (await json(`${application}/client-secrets`, apiToken, 'POST', {})).json()) as { client_secret: string }
      ).client_secret;
      const change = { audience: 'groups', allowed_groups: ['sre'] };
      expect((await json(application, apiToken, 'PATCH', change, 'application/merge-patch+json')).status).toBe(200);
      const code = await client.code();
      const exchanged = await client.token(client.codeForm(code, { client_secret: secret }));
      expect(exchanged.status).toBe(200);
      tokens = exchanged.body;

      for (let round = 0; round < ROUNDS; round += 1) {
        let isOver = false;
        const load = cluster.apis.flatMap((_, process) =>
          Array.from({ length: LOOPS }, async () => {
            while (!isOver) {
              const status = await userInfo(process);
              // Never another answer, whichever side of the removal it is on.
              expect([200, 401]).toContain(status);
            }
          }),
        );
        expect((await remove(round)).status).toBe(204);
        isOver = true;
        for (const process of cluster.origins.keys()) {
          expect(await userInfo(process)).toBe(401);
          expect(await introspect(process, tokens.access_token)).toBe(false);
          expect(await introspect(process, tokens.refresh_token)).toBe(false);
          expect(await refresh(process)).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } });
        }
        await Promise.all(load);
        expect((await add(round + 1)).status).toBe(201);
        for (const process of cluster.origins.keys()) {
          expect(await userInfo(process)).toBe(200);
          expect(await introspect(process, tokens.access_token)).toBe(true);
          expect(await introspect(process, tokens.refresh_token)).toBe(true);
          const refreshed = await refresh(process);
          expect(refreshed.status).toBe(200);
          tokens = refreshed.body;
        }
      }
    },
    60_000 + ROUNDS * 5_000,
  );
});
