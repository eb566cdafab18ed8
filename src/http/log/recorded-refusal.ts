// Records what an authenticated caller was refused (contract 61), at most once a minute for each caller and act: where
// an act is refused, and before it where the caller may not come that far.
import type { FastifyRequest } from 'fastify';
import type { Ports } from '../../core/operating/ports.ts';
import { type Act, type Actor, entryOf, type RefusedEntry } from '../../core/server/audit/act.ts';
import { OAuthError } from '../../protocol/errors.ts';
import { HttpError, InputError } from '../errors/http-error.ts';

type Refusal = InputError | HttpError | OAuthError;
type Deps = Pick<Ports, 'audit' | 'clock'>;

export const isRefusal = (error: unknown): error is Refusal =>
  error instanceof InputError || ((error instanceof HttpError || error instanceof OAuthError) && error.status < 500);

export function codeOfRefusal(error: Refusal): string {
  if (error instanceof InputError) return 'input-faulty';
  return error instanceof HttpError ? error.code : error.refusal;
}

/** Where the request of a member, an owner or an operator came from: the whole address, for the audit alone. */
export const placeOf = (request: FastifyRequest) => ({
  address: request.server.clientAddressOf(request).whole,
  requestId: request.id,
});

const INTERVAL_MS = 60_000;
const MOST_REMEMBERED = 10_000;
/** When each caller was last refused each act, so that a flood of refusals does not ask the database for each. */
const lately = new WeakMap<Deps['audit'], Map<string, number>>();
const recorded = new WeakSet<FastifyRequest>();

/** Asking to confirm is no refusal: the act follows, or does not. */
export async function recordRefusal(deps: Deps, request: FastifyRequest, act: Act, code: string): Promise<void> {
  const { audit, clock } = deps;
  if (code === 'confirmation-needed' || recorded.has(request)) return;
  recorded.add(request);
  const now = clock.now();
  const { actor, action } = act;
  const key = `${actor.accountId ?? actor.tokenId} ${action}`;
  const remembered = lately.get(audit) ?? new Map<string, number>();
  lately.set(audit, remembered);
  if (now - (remembered.get(key) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const entry = entryOf(act, now, { result: 'refused', refusal: code });
  try {
    await audit.appendRefusal(entry, now - INTERVAL_MS);
    remembered.set(key, now);
  } catch (err) {
    request.log.warn({ err }, 'A refusal cannot be recorded');
  }
}

/** A caller who may not come as far as the act: it is named by its route. HEAD is GET. */
export async function recordRefusedEntry(
  deps: Deps,
  request: FastifyRequest,
  by: Pick<Actor, 'role' | 'accountId' | 'tokenId'>,
  error: unknown,
): Promise<void> {
  if (!isRefusal(error)) return;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const action = `${method} ${(request.routeOptions.url ?? '').replace(':accountId', ':id')}` as RefusedEntry;
  await recordRefusal(deps, request, { actor: { ...by, ...placeOf(request) }, action }, codeOfRefusal(error));
}
