// Performs what the load gate says: a refused request is answered 503 with `Retry-After` soon, in the shape of its
// route, before anything of it is looked at; what a handler has in hand is counted.
import type { onRequestHookHandler } from 'fastify';
import { httpError } from '../errors/http-error.ts';
import { ROUTE_METHODS, type Route, type RouteMethod } from '../routes/route.ts';
import { createRetryAfters, type LoadGate } from './load-gate.ts';

/** Made anew for no request: a stack for each would cost more than the answer. */
const refusals = new Map<number, Error>();

function refusalOf(retryAfterSeconds: number): Error {
  const known = refusals.get(retryAfterSeconds);
  if (known) return known;
  const made = httpError(503, undefined, { retryAfterSeconds, logged: false });
  refusals.set(retryAfterSeconds, made);
  return made;
}

/** One refusal after the other, each told to come back at another moment than the one before. */
export function createRefusals(): () => Error {
  const nextRetryAfter = createRetryAfters();
  return () => refusalOf(nextRetryAfter());
}

/**
 * A refusal waits for so long, in ms. Whoever asks again at once would otherwise be refused as often as the core
 * allows, and those in hand would get nothing of it: libuv takes 1024 sockets at a time and looks at nothing else while
 * as many are ready. 2,500 such clients were refused 12,000 times a second, and nobody was answered.
 */
const REFUSED_AFTER_MS = 500;

/** For `onRequest`, behind what gives every answer its headers. */
export const refuseWhenOverloaded =
  (gate: LoadGate): onRequestHookHandler =>
  (_request, _reply, done) => {
    const retryAfterSeconds = gate.refuse();
    if (retryAfterSeconds === undefined) done();
    else setTimeout(done, REFUSED_AFTER_MS, refusalOf(retryAfterSeconds));
  };

/**
 * The same route, whose handlers are counted while they are at work. A body that comes slowly and an answer that is
 * read slowly are not: whoever dawdles takes nobody's place.
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
