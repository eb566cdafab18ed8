// Applies the load gate. A refused request gets 503 with `Retry-After`, in the error shape of its route, before
// anything else of it is looked at. Running handlers are counted.
import type { onRequestHookHandler } from 'fastify';
import { httpError } from '../errors/http-error.ts';
import { ROUTE_METHODS, type Route, type RouteMethod } from '../routes/route.ts';
import { createRetryAfters, type LoadGate } from './load-gate.ts';

/** Shared by all requests: capturing a stack for each would cost more than the response. */
const refusals = new Map<number, Error>();

function refusalOf(retryAfterSeconds: number): Error {
  const known = refusals.get(retryAfterSeconds);
  if (known) return known;
  const made = httpError(503, undefined, { retryAfterSeconds, logged: false });
  refusals.set(retryAfterSeconds, made);
  return made;
}

/** Returns refusals whose `Retry-After` differs from one to the next. */
export function createRefusals(): () => Error {
  const nextRetryAfter = createRetryAfters();
  return () => refusalOf(nextRetryAfter());
}

/**
 * Delay of a refusal, in ms. Without it a client that retries at once is refused as often as the core allows, and
 * requests in flight get no time: libuv takes 1024 ready sockets at once and looks at nothing else while that many are
 * ready. 2,500 such clients were refused 12,000 times a second, and no request was answered.
 */
const REFUSAL_DELAY_MS = 500;

/** An `onRequest` hook, registered after the one that sets the headers of every response. */
export const refuseWhenOverloaded =
  (gate: LoadGate): onRequestHookHandler =>
  (_request, _reply, done) => {
    const retryAfterSeconds = gate.refuse();
    if (retryAfterSeconds === undefined) done();
    else setTimeout(done, REFUSAL_DELAY_MS, refusalOf(retryAfterSeconds));
  };

/**
 * The same route, with its running handlers counted. Slowly sent bodies and slowly read responses are not counted, so a
 * slow client takes no place.
 */
export function countedRoute(route: Route, gate: LoadGate): Route {
  const methods: Route['methods'] = {};
  for (const name of ROUTE_METHODS) {
    const method = route.methods[name];
    if (method) methods[name] = { ...method, handle: counted(method.handle, gate) };
  }
  return { ...route, methods };
}

const counted =
  (handle: RouteMethod['handle'], gate: LoadGate): RouteMethod['handle'] =>
  (request, reply) => {
    const leave = gate.enter();
    if (typeof leave === 'number') throw refusalOf(leave);
    let result: unknown;
    try {
      result = handle(request, reply);
    } catch (error) {
      leave();
      throw error;
    }
    if (result instanceof Promise) result.then(leave, leave);
    else leave();
    return result;
  };
