// Defines what is timed. Every scenario is the same for every server except for the addresses, and checks every answer.
import { authorizeTarget, codeVerifier, openSession } from './servers.js';
import { get, headerOf, post, SocketClient } from './socket-client.js';

/**
 * One connection and the person who uses it.
 * @typedef {{ cookie: string, auth: SocketClient, api: SocketClient, accessToken?: string, refreshToken?: string }}
 *   Worker
 */

/** Signs in one person for each connection. Each gives consent and then has a live session. */
export async function openWorkers(server, running, target, connections) {
  const workers = [];
  for (let index = 0; index < connections; index++) {
    workers.push({ cookie: target ? await openSession(server, running, target, `person${index}`) : '' });
  }
  return workers;
}

/** Opens the connections of one round. Servers close idle ones while the others have their turn. */
export async function connectWorkers(workers, running) {
  for (const worker of workers) {
    worker.auth = await SocketClient.open(running.authPort);
    worker.api = await SocketClient.open(running.apiPort);
  }
}

export function disconnectWorkers(workers) {
  for (const worker of workers) {
    worker.auth.close();
    worker.api.close();
  }
}

async function authorize(worker, { running, target }) {
  const request = get(running.authPort, authorizeTarget(target), [`Cookie: ${worker.cookie}`]);
  const answer = await worker.auth.send(request);
  const code = /[?&]code=([^&]+)/.exec(headerOf(answer, 'location') ?? '')?.[1];
  if (answer.status !== 303 || !code) throw new Error(`No code: ${answer.head}\n${answer.body}`);
  return code;
}

async function requestTokens(worker, { running, target }, parameters) {
  const request = post(running.authPort, target.token, { client_id: target.clientId, ...parameters }, target.headers);
  const answer = await worker.auth.send(request);
  const accessToken = /"access_token":"([^"]+)"/.exec(answer.body)?.[1];
  const refreshToken = /"refresh_token":"([^"]+)"/.exec(answer.body)?.[1];
  if (answer.status !== 200 || !accessToken || !refreshToken)
    throw new Error(`No tokens: ${answer.head}\n${answer.body}`);
  if (target.hasIdToken !== answer.body.includes('"id_token"')) throw new Error(`ID token? ${answer.body}`);
  if (refreshToken === parameters.refresh_token) throw new Error('The refresh token was not rotated.');
  worker.accessToken = accessToken;
  worker.refreshToken = refreshToken;
}

const exchange = (worker, setting, code) =>
  requestTokens(worker, setting, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: setting.target.redirectUri,
    code_verifier: codeVerifier,
  });

async function readUserInfo(worker, { running, target }) {
  const request = get(running.apiPort, target.userInfo, [`Authorization: Bearer ${worker.accessToken}`]);
  const answer = await worker.api.send(request);
  if (answer.status !== 200 || !answer.body.includes('"email"'))
    throw new Error(`No user: ${answer.head}\n${answer.body}`);
}

/** Gets tokens for every worker by exchanging a code. */
const giveTokens = (setting) =>
  Promise.all(setting.workers.map(async (worker) => exchange(worker, setting, await authorize(worker, setting))));

/** Mints codes through the authorization endpoint: enough for a round at the previous rate, with a third to spare. */
async function mintCodes(setting, { seconds, rate }) {
  const wanted = Math.ceil(rate * seconds * 1.33) + setting.workers.length;
  const codes = [];
  await Promise.all(
    setting.workers.map(async (worker) => {
      while (codes.length < wanted) codes.push(await authorize(worker, setting));
    }),
  );
  return codes;
}

const PLAIN = 'without an ID token';

/** @param algorithm signs an ID token; undefined: `openid` is not requested */
const codeExchange = (algorithm) => ({
  title: `Code exchange, ${algorithm ?? PLAIN} (authorization_code with PKCE S256; codes minted before the clock starts)`,
  unit: 'requests/s',
  algorithm,
  async prepare(setting, expected) {
    const codes = await mintCodes(setting, expected);
    return (worker) => {
      const code = codes.pop();
      return code === undefined ? undefined : exchange(worker, setting, code);
    };
  },
});

const refresh = (algorithm) => ({
  title: `Refresh with rotation, ${algorithm ?? PLAIN} (each token used once, one chain per connection)`,
  unit: 'requests/s',
  algorithm,
  async prepare(setting) {
    await giveTokens(setting);
    return (worker) =>
      requestTokens(worker, setting, { grant_type: 'refresh_token', refresh_token: worker.refreshToken });
  },
});

const flow = (algorithm) => ({
  title: `Whole flow, ${algorithm} (authorize with a live session → token with ID token → user information)`,
  unit: 'flows/s',
  algorithm,
  async prepare(setting) {
    return async (worker) => {
      await exchange(worker, setting, await authorize(worker, setting));
      await readUserInfo(worker, setting);
    };
  },
});

/**
 * `algorithm` signs the ID tokens of scenarios that have them. `prepare` runs before each round, before the clock
 * starts, and returns the step to repeat.
 */
export const scenarios = {
  'user-info': {
    title: 'User information (GET with a valid access token)',
    unit: 'requests/s',
    algorithm: 'ES256',
    async prepare(setting) {
      await giveTokens(setting);
      return (worker) => readUserInfo(worker, setting);
    },
  },
  code: codeExchange(),
  'code-es256': codeExchange('ES256'),
  'code-rs256': codeExchange('RS256'),
  refresh: refresh(),
  'refresh-es256': refresh('ES256'),
  'flow-es256': flow('ES256'),
  'flow-rs256': flow('RS256'),
};

/** Only for a client that proves itself: `target.headers` do, and `target.introspect` is where it asks. */
export const introspection = {
  title: 'Introspection (of a valid access token)',
  unit: 'requests/s',
  algorithm: 'ES256',
  async prepare(setting) {
    const { running, target } = setting;
    await giveTokens(setting);
    return async (worker) => {
      const request = post(running.authPort, target.introspect, { token: worker.accessToken }, target.headers);
      const answer = await worker.auth.send(request);
      if (answer.status !== 200 || !answer.body.includes('"active":true'))
        throw new Error(`Not active: ${answer.head}\n${answer.body}`);
    };
  },
};

/** Bare Fastify's step, the same in every scenario. */
export const helloStep = (running) => async (worker) => {
  const answer = await worker.auth.send(get(running.authPort, '/'));
  if (answer.status !== 200) throw new Error(answer.head);
};
