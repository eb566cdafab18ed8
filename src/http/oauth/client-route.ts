// The endpoints that an application's client calls, and their JSON.
import type { FastifyReply } from 'fastify';
import type { ClientPath } from '../callers/client-endpoints.ts';
import type { Route, RouteMethod } from '../routes/route.ts';

/** Headers of every response that contains or is about a token (RFC 6749 5.1, RFC 7662 2.2). */
const NO_STORE = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** POST of a form. @param cors absent: pages of the application's site domains read the response; `{}`: no page */
export const clientRoute = (
  path: ClientPath,
  handle: RouteMethod['handle'],
  cors: { cors?: 'registered' } = { cors: 'registered' },
): Route => ({ path, errors: 'oauth', ...cors, methods: { POST: { access: 'client', body: 'form', handle } } });

/** As JSON, which no cache keeps. */
export const sendAnswer = (reply: FastifyReply, answer: object): FastifyReply =>
  reply.headers(NO_STORE).type('application/json').send(JSON.stringify(answer));
