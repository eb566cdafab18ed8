// The strict way to tokens: requests are pushed, the application signs assertions, and tokens are bound to a key by
// DPoP proofs (RFC 9126, 7523, 9449). What the application signs is made before the clock starts: it is not the
// server's work.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { codeVerifier, requestParameters } from './servers.js';
import { get, headerOf, post } from './socket-client.js';

const JWT_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** A proof counts for a minute: those of a round that lasts longer would be refused, which ends the run. */
const ASSERTION_SECONDS = 590;

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = publicKey.export({ format: 'jwk' });

/** The application's public keys, as they are registered. */
export const keySet = { keys: [{ ...jwk, kid: 'bench', use: 'sig', alg: 'ES256' }] };

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signJwt(header, claims) {
  const text = `${encode({ alg: 'ES256', ...header })}.${encode({ ...claims, jti: randomBytes(16).toString('base64url') })}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

const epochSeconds = () => Math.floor(Date.now() / 1000);
const issuerOf = ({ running }) => `http://localhost:${running.authPort}`;

/** What authenticates one request of the application. */
function assertion(setting) {
  const { clientId } = setting.target;
  const now = epochSeconds();
  const claims = { iss: clientId, sub: clientId, aud: issuerOf(setting), iat: now, exp: now + ASSERTION_SECONDS };
  return { client_assertion_type: JWT_ASSERTION, client_assertion: signJwt({ kid: 'bench' }, claims) };
}

/** The header that binds the tokens of one request. */
function proof(setting) {
  const claims = { htm: 'POST', htu: `${issuerOf(setting)}${setting.target.token}`, iat: epochSeconds() };
  return `DPoP: ${signJwt({ typ: 'dpop+jwt', jwk }, claims)}`;
}

/** What the application signs for one exchange, and what it signs to push the request before it. */
const signExchange = (setting) => ({ assertion: assertion(setting), proof: proof(setting) });
const signFlow = (setting) => ({ push: assertion(setting), exchange: signExchange(setting) });

/** As many as the previous rate needs, with a third to spare, and one for each worker. */
const wantedOf = ({ workers }, { seconds, rate }) => Math.ceil(rate * seconds * 1.33) + workers.length;

/** Pushes a request, and opens it in the browser of the worker's person. @returns the code */
async function authorizePushed(worker, { running, target }, signed) {
  const pushed = await worker.auth.send(
    post(running.authPort, target.push, { ...requestParameters(target), ...signed }),
  );
  const reference = /"request_uri":"([^"]+)"/.exec(pushed.body)?.[1];
  if (pushed.status !== 201 || !reference) throw new Error(`Nothing was pushed: ${pushed.head}\n${pushed.body}`);
  const query = new URLSearchParams({ client_id: target.clientId, request_uri: reference });
  const request = get(running.authPort, `${target.authorize}?${query}`, [`Cookie: ${worker.cookie}`]);
  const answer = await worker.auth.send(request);
  const code = /[?&]code=([^&]+)/.exec(headerOf(answer, 'location') ?? '')?.[1];
  if (answer.status !== 303 || !code) throw new Error(`No code: ${answer.head}\n${answer.body}`);
  return code;
}

async function exchange(worker, { running, target }, code, signed) {
  const parameters = { grant_type: 'authorization_code', code, redirect_uri: target.redirectUri };
  const form = { ...parameters, code_verifier: codeVerifier, ...signed.assertion };
  const answer = await worker.auth.send(post(running.authPort, target.token, form, [signed.proof]));
  const bound = /"token_type":"DPoP"/i.test(answer.body) && /"access_token":"[^"]+"/.test(answer.body);
  const others = answer.body.includes('"id_token"') && answer.body.includes('"refresh_token"');
  if (answer.status !== 200 || !bound || !others) throw new Error(`No tokens: ${answer.head}\n${answer.body}`);
}

/** Repeats `step` with what was prepared, one for each. */
const withEach = (prepared, step) => (worker) => {
  const next = prepared.pop();
  return next === undefined ? undefined : step(worker, next);
};

/** As in `scenarios.js`. Each server is told `push`, its endpoint for pushed requests. */
export const keyScenarios = {
  'code-keys': {
    title:
      'Code exchange with private_key_jwt and DPoP, ES256 (codes of pushed requests; codes, assertions and proofs made before the clock starts)',
    unit: 'requests/s',
    algorithm: 'ES256',
    async prepare(setting, expected) {
      const wanted = wantedOf(setting, expected);
      const codes = [];
      await Promise.all(
        setting.workers.map(async (worker) => {
          while (codes.length < wanted) codes.push(await authorizePushed(worker, setting, assertion(setting)));
        }),
      );
      const prepared = codes.map((code) => ({ code, signed: signExchange(setting) }));
      return withEach(prepared, (worker, { code, signed }) => exchange(worker, setting, code, signed));
    },
  },
  'flow-keys': {
    title:
      'Pushed request → authorize with a live session → token with private_key_jwt and DPoP, ES256 (assertions and proofs made before the clock starts)',
    unit: 'flows/s',
    algorithm: 'ES256',
    async prepare(setting, expected) {
      const prepared = Array.from({ length: wantedOf(setting, expected) }, () => signFlow(setting));
      return withEach(prepared, async (worker, signed) => {
        await exchange(worker, setting, await authorizePushed(worker, setting, signed.push), signed.exchange);
      });
    },
  },
};
