// Checks who may call the API host with an API token: its scope, and the role of its person (contract 3, 29). Every
// request asks the database, so that a revoked token and a lowered role are refused at once.
import type { FastifyRequest } from 'fastify';
import type { ApiCaller, PersonCaller } from '../../core/applications/api-tokens/api-token.ts';
import { API_TOKEN_PREFIX } from '../../core/applications/api-tokens/create-api-token.ts';
import { MACHINE_TOKEN_PREFIX } from '../../core/applications/machine-tokens/create-machine-token.ts';
import { mayOwnApplications } from '../../core/ground/accounts/account.ts';
import { mayUse } from '../../core/ground/acts/scope.ts';
import { fireAndForget } from '../../core/ground/fire-and-forget.ts';
import { hashSecret } from '../../core/ground/secrets.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { insufficientScope, invalidToken } from '../../protocol/errors.ts';
import { httpError } from '../errors/http-error.ts';
import { recordRefusedEntry } from '../log/recorded-refusal.ts';
import type { Guard, Guards } from '../routes/route.ts';
import { bearerFromHeader } from './bearer.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Interval at which a token's last use is saved, so that a read does not always cause a write. */
const LAST_USE_INTERVAL_MS = 5 * 60 * 1000;

type Deps = Pick<Ports, 'apiTokens' | 'machineTokens' | 'audit' | 'clock'>;

const callers = new WeakMap<FastifyRequest, ApiCaller>();

/** The caller, on routes for API tokens. */
export function callerOf(request: FastifyRequest): ApiCaller {
  const caller = callers.get(request);
  if (!caller) throw new Error('The route is not declared for API tokens.');
  return caller;
}

/**
 * The caller, where something is done that only a person can do.
 * @throws 403 for a machine token
 */
export function personOf(request: FastifyRequest): PersonCaller {
  const caller = callerOf(request);
  const { accountId, role } = caller;
  if (accountId !== undefined && role !== 'machine') return { ...caller, accountId, role };
  throw httpError(403, 'A machine token is nobody’s, so it can neither own an application nor invite to one.', {
    code: 'machine-token-nobody',
  });
}

const NO_OWNER = 'Only owners can register applications. This account is not an owner.';

/** The guards of the API host: 401, then 403, then 429 (contract 3, order of checks). */
export function apiTokenGuards(deps: Deps, limiter: RateLimiter): Guards {
  const guard =
    (isAllowed: (caller: ApiCaller) => boolean): Guard =>
    (request, _reply, done) => {
      findCaller(deps, request)
        .then(async (caller) => {
          try {
            requireScope(caller, request);
            if (!isAllowed(caller)) throw httpError(403, NO_OWNER, { code: 'owners-only' });
          } catch (error) {
            await recordRefusedEntry(deps, request, caller, error);
            throw error;
          }
          limiter.take(caller.tokenId);
          callers.set(request, caller);
        })
        .then(() => done(), done);
    };
  const anybody = guard(() => true);
  return {
    owner: guard(({ role, isMember }) => mayOwnApplications(role) || isMember),
    'api-token': anybody,
    'any-api-token': anybody,
  };
}

/** @throws OAuthError `insufficient_scope` when the token lacks the scope of the route, or its person's role does */
function requireScope(caller: ApiCaller, request: FastifyRequest): void {
  const { scope } = request.routeOptions.config;
  if (scope === 'any') return;
  if (!scope) throw new Error('The route is not declared for API tokens.');
  if (!mayUse(caller, scope)) throw insufficientScope(scope);
}

async function findCaller(deps: Deps, request: FastifyRequest): Promise<ApiCaller> {
  const token = bearerFromHeader(request);
  const now = deps.clock.now();
  const isMachine = token.startsWith(MACHINE_TOKEN_PREFIX);
  const caller = await (isMachine ? findMachine(deps, token, now) : findPerson(deps, token, now));
  if (!caller) throw invalidToken('api-token-invalid', 'The API token is unknown or expired.');
  const { touch } = isMachine ? deps.machineTokens : deps.apiTokens;
  if (now - (caller.lastUsedAt ?? 0) > LAST_USE_INTERVAL_MS) fireAndForget(touch(caller.tokenId, now));
  return caller;
}

const findPerson = async ({ apiTokens }: Deps, token: string, now: number): Promise<ApiCaller | undefined> =>
  token.startsWith(API_TOKEN_PREFIX) ? apiTokens.findCaller(hashSecret(token), now) : undefined;

async function findMachine({ machineTokens }: Deps, token: string, now: number): Promise<ApiCaller | undefined> {
  const found = await machineTokens.findCaller(hashSecret(token), now);
  return found && { accountId: undefined, role: 'machine', isMember: false, ...found };
}
