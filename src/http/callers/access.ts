// Checks who may call the registration API (contract 3): an API token of an owner, a member or an operator, or for the
// catalogue any API token. Every request asks the database, so that a revoked token is refused at once.
import type { FastifyRequest } from 'fastify';
import type { ApiCaller } from '../../core/api-tokens/api-token.ts';
import { fireAndForget } from '../../core/fire-and-forget.ts';
import type { Ports } from '../../core/ports.ts';
import { hashSecret } from '../../core/secrets.ts';
import { invalidToken } from '../../protocol/errors.ts';
import { httpError } from '../errors/http-error.ts';
import type { Guard, Guards } from '../routes/route.ts';
import { bearerFromHeader } from './bearer.ts';
import type { RateLimiter } from './rate-limit.ts';

/** Interval at which a token's last use is saved, so that a read does not always cause a write. */
const LAST_USE_INTERVAL_MS = 5 * 60 * 1000;

const callers = new WeakMap<FastifyRequest, ApiCaller>();

/** The caller, on routes with access `owner` or `any-api-token`. */
export function callerOf(request: FastifyRequest): ApiCaller {
  const caller = callers.get(request);
  if (!caller) throw new Error('The route is not declared for API tokens.');
  return caller;
}

/** The guards of the registration API: 401, then 403, then 429 (contract 3, order of checks). */
export function apiTokenGuards(deps: Pick<Ports, 'apiTokens' | 'clock'>, limiter: RateLimiter): Guards {
  const guard =
    (isAllowed: (caller: ApiCaller) => boolean): Guard =>
    (request, _reply, done) => {
      findCaller(deps, request)
        .then((caller) => {
          if (!isAllowed(caller))
            throw httpError(403, 'Only owners can register applications. This account is not an owner.', {
              code: 'owners-only',
            });
          limiter.take(caller.tokenId);
          callers.set(request, caller);
        })
        .then(() => done(), done);
    };
  return { owner: guard(({ role, isMember }) => role !== 'user' || isMember), 'any-api-token': guard(() => true) };
}

async function findCaller(deps: Pick<Ports, 'apiTokens' | 'clock'>, request: FastifyRequest): Promise<ApiCaller> {
  const token = bearerFromHeader(request);
  const now = deps.clock.now();
  const caller = token.startsWith('lk_api_') ? await deps.apiTokens.findCaller(hashSecret(token), now) : undefined;
  if (!caller) throw invalidToken('api-token-invalid', 'The API token is unknown or expired.');
  if (now - (caller.lastUsedAt ?? 0) > LAST_USE_INTERVAL_MS) fireAndForget(deps.apiTokens.touch(caller.tokenId, now));
  return caller;
}
