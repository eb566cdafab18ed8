// "Try it": a member of an application runs the real flow once in the console, even while login activation is OFF
// (contract 4). A run is not stored. Its grant travels in the request, signed for the member's session and this
// application, and its PKCE verifier is derived from the server's secret, so only this server can redeem its code.
import { challengeOf } from '../../../protocol/pkce.ts';
import { randomSecret, type ServerSecrets } from '../../ground/secrets.ts';

/** The request parameter that carries the grant, as `lk_stamp` carries the stamp. */
export const TRY_IT = 'lk_try_it';

const GOOD_FOR_MS = 10 * 60 * 1000;

/** A run belongs to one session and one application. It is worth nothing in another session of the same person. */
export type RunOf = { sessionId: string; applicationId: string };

export type Run = {
  /** Random: unique and impossible to guess. */
  id: string;
  apiKey: string;
  /** The requested scope values, separated by spaces. */
  scope: string;
  expiresAt: number;
};

/** A run with the values that its requests carry. */
export type StartedRun = Run & { grant: string; nonce: string; codeVerifier: string; codeChallenge: string };

/** The console's own callback. No application registers it; only a run may lead there. */
export const tryItRedirectUri = (issuer: string, applicationId: string): string =>
  `${issuer}/console/applications/${applicationId}/try-it/callback`;

export function startRun(secrets: ServerSecrets, of: RunOf, input: { apiKey: string; scope: string; now: number }) {
  const { apiKey, scope, now } = input;
  const run: Run = { id: randomSecret(), apiKey, scope, expiresAt: now + GOOD_FOR_MS };
  const payload = Buffer.from(JSON.stringify([run.id, run.apiKey, run.scope, run.expiresAt])).toString('base64url');
  return withSecrets(secrets, of, run, `${payload}.${sign(secrets, of, payload).toString('base64url')}`);
}

/** @returns undefined when the grant is missing, forged or expired, or belongs to another session or application. */
export function readRun(
  secrets: ServerSecrets,
  of: RunOf,
  input: { grant: string | undefined; now: number },
): StartedRun | undefined {
  const { grant = '', now } = input;
  const [, payload, mac] = /^([A-Za-z0-9_-]{1,2000})\.([A-Za-z0-9_-]{43})$/.exec(grant) ?? [];
  if (payload === undefined || mac === undefined) return undefined;
  if (!secrets.verify(Buffer.from(mac, 'base64url'), 'try-it', 'grant', of.sessionId, of.applicationId, payload)) {
    return undefined;
  }
  const [id, apiKey, scope, expiresAt] = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  return now < expiresAt ? withSecrets(secrets, of, { id, apiKey, scope, expiresAt }, grant) : undefined;
}

const sign = (secrets: ServerSecrets, { sessionId, applicationId }: RunOf, payload: string): Buffer =>
  secrets.mac('try-it', 'grant', sessionId, applicationId, payload);

function withSecrets(secrets: ServerSecrets, { sessionId }: RunOf, run: Run, grant: string): StartedRun {
  const derived = (what: string) => secrets.mac('try-it', what, sessionId, run.id).toString('base64url');
  const codeVerifier = derived('verifier');
  return { ...run, grant, nonce: derived('nonce'), codeVerifier, codeChallenge: challengeOf(codeVerifier) };
}
