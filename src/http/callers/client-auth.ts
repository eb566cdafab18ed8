// Authenticates the application at the endpoints that applications call (contract 5, RFC 6749 2.3.1): by Basic, by the
// form body, by an assertion (contract 40), or by its API key alone. Core checks the credentials.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOfDocument } from '../../core/applications/client-documents/document-application.ts';
import type { SentAssertion } from '../../core/applications/client-jwts/check-assertion.ts';
import { readJwt } from '../../core/applications/client-jwts/read-jwt.ts';
import {
  type AuthenticatedClient,
  authenticateClient,
} from '../../core/applications/client-secrets/authenticate-client.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { asUnauthorized, invalidClient, invalidRequest, OAuthError } from '../../protocol/errors.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { logEvent } from '../log/security-event.ts';
import { formOf } from '../wire/request-parts.ts';
import { CLIENT_ENDPOINTS, type ClientPath } from './client-endpoints.ts';
import type { ClientLimits } from './client-limits.ts';
import { letInAtEndpoint } from './document-refusal.ts';

export type ClientAuthDeps = Pick<
  Ports,
  | ('applications' | 'clientSecrets' | 'clock' | 'publish' | 'jwtCrypto' | 'keySets' | 'spentJwts' | 'issuer')
  | ('clientDocuments' | 'fetchDocument' | 'rules' | 'serviceName')
>;

export type ClientRequest<Begun, Caller = AuthenticatedClient> = { client: Caller; body: Parameters; begun: Begun };

export type ClientCredentials = { apiKey: string; secret: string | undefined; assertion?: SentAssertion };

/** Parameters of every such request, besides the endpoint's own. */
export const CREDENTIALS = ['client_id', 'client_secret', 'client_assertion', 'client_assertion_type'];

/**
 * Reads the form, and authenticates the application within its rate limits.
 * @param input `path`: the endpoint's; `parameters`: its own, which may not be sent twice; `needsSecret`: an API key
 *   alone is not enough; `possesses`: whether it presents what only the client can have; `begin` starts work that need
 *   not wait for authentication. For a network that keeps failing it waits all the same, so that each failure costs the
 *   database one query
 * @throws OAuthError `invalid_request`, `invalid_client` (401 when an `Authorization` header was sent); 429;
 *   `Unavailable`
 */
export async function readClientRequest<Begun>(
  deps: ClientAuthDeps,
  limits: ClientLimits,
  input: ReadInput<Begun> & { possesses?(client: AuthenticatedClient, begun: Begun): Promise<boolean> },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ClientRequest<Begun>> {
  const { needsSecret = false, possesses } = input;
  const authenticate = async (credentials: ClientCredentials, network: string) => {
    const { apiKey, assertion } = credentials;
    const begins = CLIENT_ENDPOINTS[input.path].takesRequest;
    await letInAtEndpoint(deps, { apiKey, signs: assertion !== undefined, begins }, network);
    return authenticateClient(deps, { needsSecret, ...credentials });
  };
  const read = await readCallerRequest(deps, limits, { ...input, authenticate }, request, reply);
  // One maker's servers call for all of its people from one network, and anybody can send its client_id (contract 46).
  const proves = isOfDocument(read.client.application) && (await possesses?.(read.client, read.begun));
  limits.count(limits.networkOf(request), read.client, { path: input.path, possesses: proves === true });
  return read;
}

type ReadInput<Begun> = {
  path: ClientPath;
  parameters: readonly string[];
  needsSecret?: boolean;
  begin: (body: Parameters) => Begun;
};

/** The same, of whoever `authenticate` knows; it counts them too. */
export async function readCallerRequest<Begun, Caller>(
  deps: Pick<ClientAuthDeps, 'issuer'>,
  limits: ClientLimits,
  input: ReadInput<Begun> & { authenticate: (sent: ClientCredentials, network: string) => Promise<Caller> },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ClientRequest<Begun, Caller>> {
  const body = formOf(request);
  const doubled = [...input.parameters, ...CREDENTIALS].find((name) => body.isDoubled(name));
  if (doubled) throw invalidRequest('parameter-doubled', `${doubled} was sent more than once.`);
  const network = limits.networkOf(request);
  try {
    const isFailing = limits.isFailing(network);
    const early = isFailing ? undefined : { begun: input.begin(body) };
    const credentials = readCredentials(deps.issuer, input.path, request, body);
    const client = await input.authenticate(credentials, network);
    return { client, body, begun: early ? early.begun : input.begin(body) };
  } catch (error) {
    limits.countFailure(network, error);
    logFailure(request, error);
    const thrown = asChallenge(error, request);
    if (thrown !== error) reply.header('www-authenticate', BASIC_CHALLENGE);
    throw thrown;
  }
}

function readCredentials(
  issuer: string,
  path: ClientPath,
  request: FastifyRequest,
  body: Parameters,
): ClientCredentials {
  const [text, type] = [body.get('client_assertion'), body.get('client_assertion_type')];
  if (text === undefined && type === undefined) return readClientCredentials(request, body);
  if (request.headers.authorization !== undefined || body.get('client_secret') !== undefined)
    throw invalidRequest('client-authentication-twice', 'Send client_assertion alone, without a client secret.');
  if (text === undefined || type !== JWT_ASSERTION)
    throw invalidRequest(
      'client-assertion-incomplete',
      `client_assertion needs client_assertion_type=${JWT_ASSERTION}, and the other way round.`,
    );
  const jwt = readJwt(text);
  const named = body.get('client_id') ?? jwt?.claims.sub;
  if (CLIENT_ENDPOINTS[path].takesRequest && typeof jwt?.claims.sub === 'string' && named !== jwt.claims.sub)
    throw invalidRequest('client-id-contradicts', 'client_id in the body is not the sub of client_assertion.');
  if (!jwt || typeof named !== 'string')
    throw invalidClient('client-assertion-malformed', 'client_assertion is not a signed JWT with a sub.');
  const audiences = [issuer, `${issuer}/oauth/token`, `${issuer}${path}`];
  return { apiKey: named, secret: undefined, assertion: { jwt, audiences } };
}

const JWT_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

function readClientCredentials(request: FastifyRequest, body: Parameters): ClientCredentials {
  const basic = readBasic(request.headers.authorization);
  const apiKey = body.get('client_id');
  const secret = body.get('client_secret');
  if (basic && apiKey !== undefined && basic.apiKey !== apiKey) {
    throw invalidRequest('client-id-contradicts', 'client_id in the body is not the one in the Authorization header.');
  }
  if (basic?.secret !== undefined && secret !== undefined) {
    throw invalidRequest(
      'client-secret-twice',
      'Send the client secret in the Authorization header or in the body, not both.',
    );
  }
  const named = basic?.apiKey ?? apiKey;
  if (named === undefined)
    throw invalidRequest('client-id-missing', 'client_id is missing: send the API key of the application.');
  return { apiKey: named, secret: basic?.secret ?? secret };
}

/** RFC 6749 5.2: a client that used the `Authorization` header gets 401 with the scheme it used. */
function asChallenge(error: unknown, request: FastifyRequest): unknown {
  const tried = request.headers.authorization !== undefined;
  return tried && error instanceof OAuthError && error.code === 'invalid_client' ? asUnauthorized(error) : error;
}

/** Logs failed client authentication, like a failed sign-in, with the application and the reason (case P6). */
function logFailure(request: FastifyRequest, error: unknown): void {
  if (!(error instanceof OAuthError) || error.code !== 'invalid_client') return;
  const { refusal, detail } = error;
  logEvent(request, 'client-refused', error.code, { refusal, ...(detail && { detail }) });
}

const BASIC_CHALLENGE = 'Basic realm="latchkey"';

/** Both halves are form-url-encoded before they are joined (RFC 6749 2.3.1). An empty password counts as no secret. */
function readBasic(header: string | undefined): ClientCredentials | undefined {
  if (header === undefined) return undefined;
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1)
    throw invalidClient(
      'authorization-header-malformed',
      'The Authorization header must be Basic with client_id and secret.',
    );
  try {
    const decode = (half: string) => decodeURIComponent(half.replaceAll('+', ' '));
    return { apiKey: decode(text.slice(0, colon)), secret: decode(text.slice(colon + 1)) || undefined };
  } catch {
    throw invalidClient('authorization-header-malformed', 'The Authorization header is not form-url-encoded.');
  }
}
