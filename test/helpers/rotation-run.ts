// A load under which signing keys rotate again and again: refreshes with ID tokens at a steady rate, on several
// processes and with two algorithms. Every token is verified when it arrives, and again just before it expires.
import { setTimeout as pause } from 'node:timers/promises';
import { startLoad } from '../long/load.ts';
import { APPLICATION, type Client, givenClient, type Tokens } from './client.ts';
import type { FastServers } from './fast-servers.ts';
import { timeAt } from './fast-time.ts';
import { createRelyingParty } from './relying-party.ts';

export const ALGORITHMS = ['RS256', 'ES256'] as const;
type Algorithm = (typeof ALGORITHMS)[number];

export type RotationRun = {
  /** The token requests per second of the machine's time that were reached. */
  rate: number;
  refreshes: number;
  verifications: { fresh: number; old: number };
  jwksReads: { all: number; unchanged: number };
  /** By algorithm: the ids of the keys that signed, in the order of their first token. */
  kids: Record<Algorithm, string[]>;
  failures: string[];
};

type Options = {
  /** Lifetime of the ID tokens. */
  ttlSeconds: number;
  perSecond: number;
  speed: number;
  jumpSeconds: number;
  /**
   * In seconds of the machine. The run continues after them, four times as long at most, until `keys` keys of each
   * algorithm have signed.
   */
  seconds: number;
  keys: number;
  /** Which algorithm is rotated by command, and when. */
  commands: readonly { at: number; algorithm: Algorithm }[];
};

/** How many refreshes of one algorithm may be under way at once for this rate. */
const chainsFor = (perSecond: number): number => Math.ceil(perSecond / 8);
const PARTIES = 8;
/** The share of its lifetime after which a token is verified again. */
const OLD_AGE = 0.9;

export async function runRotations(servers: FastServers, options: Options): Promise<RotationRun> {
  const { speed, perSecond, ttlSeconds } = options;
  const clients: Awaited<ReturnType<typeof chainsOf>>[] = [];
  for (const algorithm of ALGORITHMS) clients.push(await chainsOf(servers, algorithm, chainsFor(perSecond)));
  const pace = await servers.goFast({ jumpSeconds: options.jumpSeconds, speed });
  const now = () => timeAt(Date.now(), pace);
  const parties = Array.from({ length: PARTIES }, (_, i) =>
    createRelyingParty(servers.origins[i % servers.origins.length] ?? '', servers.authUrl, now),
  );
  const kids: Record<Algorithm, string[]> = { RS256: [], ES256: [] };
  const verifications = { fresh: 0, old: 0 };
  const failures: string[] = [];
  const late: Promise<void>[] = [];
  let turn = 0;
  let refreshes = 0;

  const verify = async (idToken: string, age: 'fresh' | 'old'): Promise<string> => {
    const { kid } = await (parties[turn++ % PARTIES] as (typeof parties)[number]).verify(idToken);
    verifications[age] += 1;
    return kid;
  };
  const verifyLater = async (idToken: string): Promise<void> => {
    await pause((ttlSeconds * 1000 * OLD_AGE) / speed);
    await verify(idToken, 'old').catch((error) => failures.push(`an old token: ${error}`));
  };
  const refreshOne = async ({ client, chains, algorithm }: (typeof clients)[number]): Promise<void> => {
    const tokens = chains.shift();
    // The servers are behind: a request that cannot be sent now does not count.
    if (!tokens) return;
    refreshes += 1;
    const origin = servers.origins[turn++ % servers.origins.length];
    const { status, body } = await client.token(client.refreshForm(tokens.refresh_token), origin);
    if (status !== 200) throw new Error(`refresh: ${status} ${JSON.stringify(body)}`);
    chains.push(body);
    const idToken = (body as Tokens & { id_token?: string }).id_token ?? '';
    const kid = await verify(idToken, 'fresh');
    if (!kids[algorithm].includes(kid)) kids[algorithm].push(kid);
    late.push(verifyLater(idToken));
  };

  const load = startLoad(
    clients.map((client) => ({
      name: client.algorithm,
      perSecond: perSecond / clients.length,
      run: () => refreshOne(client),
    })),
  );
  const startedAt = performance.now();
  for (const [index, { at, algorithm }] of options.commands.entries()) {
    await pause(Math.max(0, at * 1000 - (performance.now() - startedAt)));
    await servers.rotate(index % servers.origins.length, algorithm);
  }
  const elapsed = () => (performance.now() - startedAt) / 1000;
  const isDone = () => elapsed() > options.seconds && ALGORITHMS.every((name) => kids[name].length >= options.keys);
  while (!isDone() && elapsed() < 4 * options.seconds) await pause(50);
  const seconds = await load.stop();
  await Promise.all(late);

  const counts = [...load.counts.values()];
  return {
    rate: refreshes / seconds,
    refreshes,
    verifications,
    jwksReads: {
      all: parties.reduce((sum, { reads }) => sum + reads.all, 0),
      unchanged: parties.reduce((sum, { reads }) => sum + reads.unchanged, 0),
    },
    kids,
    failures: [...failures, ...counts.flatMap((counted) => counted.failures)],
  };
}

async function chainsOf(
  servers: FastServers,
  algorithm: Algorithm,
  count: number,
): Promise<{ client: Client; algorithm: Algorithm; chains: Tokens[] }> {
  const client = await givenClient(servers, { ...APPLICATION, id_token_signed_response_alg: algorithm });
  const chains = Array.from({ length: count }, () => client.tokens({ scope: 'openid offline_access' }));
  return { client, algorithm, chains: await Promise.all(chains) };
}
