// A host: one Fastify instance that applies the HTTP rules of contract 9 to a list of declared routes. The auth host
// and the API host differ only in their options, such as routes, guards and error pages.
import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { ClientAddress } from '../../core/ground/limits/client-address.ts';
import type { Ports } from '../../core/operating/ports.ts';
import { baseHeaders } from '../browsers/security-headers.ts';
import { allowOriginOfAny, answerOptions, corsHeaders } from '../callers/cors.ts';
import type { RenderErrorPage } from '../errors/http-error.ts';
import { httpError, methodNotAllowed } from '../errors/http-error.ts';
import { createRequestIds } from '../log/request-id.ts';
import { createHostLog, type FinishedListener, logUnreadable, registerRequestLog } from '../log/request-log.ts';
import { registerClientAddress } from '../log/security-event.ts';
import { addTraceToLog } from '../log/trace.ts';
import type { LoadGate } from '../overload/load-gate.ts';
import { countedRoute, refuseWhenOverloaded } from '../overload/refuse-overload.ts';
import {
  createRouteFinder,
  factsOfRoute,
  type RouteFacts,
  routeFacts,
  setRouteAtPath,
} from '../routes/declared-routes.ts';
import type { Guards } from '../routes/route.ts';
import { allowedMethods, type ErrorShape, type Route } from '../routes/route.ts';
import { awaitContinue, registerBodyParsers } from '../wire/bodies.ts';
import { type ClientErrorHandler, createClientErrorHandler } from '../wire/client-error.ts';
import { registerConnectionEnds } from '../wire/connection-end.ts';
import { registerDrain } from '../wire/drain.ts';
import { createMessageRules, type MessageRules, pathOf } from '../wire/message-rules.ts';
import { limitPipelining } from '../wire/pipelining.ts';
import { handOver, makeRepliesPlain } from '../wire/plain-replies.ts';
import { isHttp2, parseParameters, rawQuery } from '../wire/request-parts.ts';
import { registerErrors } from './error-handler.ts';
import { declareMethods, registerRoute } from './register-routes.ts';
import { createServerInstance, type TlsFiles } from './server-options.ts';

/** Settings of a host. */
export type HostSettings = TlsFiles & {
  /** Origin under which the host is reached, without a trailing slash. */
  publicUrl: string;
  /** The auth host's public URL, where errors are explained. */
  authUrl: string;
  listen: { host: string; port: number };
  /** How long closing waits for requests in progress. */
  shutdownSeconds: number;
};

export type HostOptions = {
  name: 'auth' | 'api';
  routes: readonly Route[];
  settings: HostSettings;
  logger: FastifyBaseLogger;
  ports: Pick<Ports, 'applications' | 'clock'>;
  /** Client address of a request, as rate limits count it. */
  clientAddressOf: (request: FastifyRequest) => ClientAddress;
  /** One for each `access` that needs a guard: `session`, `owner`, `any-api-token`. */
  guards?: Guards;
  /** Absent: errors that would be pages are problem+json. */
  renderErrorPage?: RenderErrorPage;
  /** Called for each finished request, for metrics. */
  onFinished?: FinishedListener;
  /** Refuses new requests in overload; absent: refuses nothing. All hosts of a process share one. */
  gate?: LoadGate;
  /** Further Fastify plugins (cookies), registered before the routes. */
  plugins?: (app: FastifyInstance) => void;
};

/**
 * Builds the host; it listens when `listen` is called on it.
 * @throws Error when a route is not fully declared.
 */
export function buildHost(options: HostOptions): FastifyInstance {
  const { name, routes, settings, ports, guards = {}, onFinished, gate } = options;
  const logger = createHostLog(options.logger);
  const headers = baseHeaders(name, settings.publicUrl);
  const shapes = createShapes(name, routes);
  const nextRequestId = createRequestIds();
  const messageRules = createMessageRules([hostNameOf(settings.publicUrl), settings.listen.host.toLowerCase()]);
  const clientErrorHandler = createClientErrorHandler({
    clock: ports.clock,
    nextRequestId,
    headers,
    authUrl: settings.authUrl,
    ...shapes,
    onAnswered: (answer) => logUnreadable(logger, onFinished, answer),
  });
  const app = createServerInstance({ tls: settings, logger, nextRequestId, messageRules, clientErrorHandler });
  handleUnusualRequests(app, clientErrorHandler);
  makeRepliesPlain(app);
  registerClientAddress(app, options.clientAddressOf);
  limitPipelining(app);
  registerConnectionEnds(app);
  app.addHook('onRequest', beginRequest(headers, messageRules, shapes.find));
  if (gate) app.addHook('onRequest', refuseWhenOverloaded(gate));
  // Lines about finished requests contain fixed facts only; searching them for secrets would cost more than the line.
  registerRequestLog(app, options.logger, onFinished);
  registerDrain(app, settings.shutdownSeconds);
  registerErrors(app, {
    clock: ports.clock,
    authUrl: settings.authUrl,
    shapeOf: (request) => routeFacts(request)?.errors ?? shapes.shapeOfPath(pathSent(request, messageRules)),
    renderErrorPage: options.renderErrorPage,
    addCorsHeaders: (request, reply) => {
      const { origin } = request.headers;
      if (origin === undefined || routeFacts(request)?.cors !== 'registered') return undefined;
      return allowOriginOfAny(ports, origin, reply);
    },
  });
  registerBodyParsers(app);
  options.plugins?.(app);
  declareMethods(app);
  // Only OPTIONS gets here: `beginRequest` refuses everything else that the router does not match.
  app.setNotFoundHandler((request, reply) => {
    const route = shapes.find(pathOf(request.raw.url ?? '')) as Route;
    return handOver(reply, answerOptions(ports, { cors: route.cors, allowed: allowedMethods(route) }, request, reply));
  });
  for (const route of routes) registerRoute(app, gate ? countedRoute(route, gate) : route, { guards });
  return app;
}

/** Handles requests that Node would otherwise answer by itself, without the base headers. */
function handleUnusualRequests(app: FastifyInstance, refuse: ClientErrorHandler): void {
  const server: EventEmitter = app.server;
  // Requests like any other, so that every listener counts them. The message rules refuse `Expect` with anything but
  // `100-continue`.
  server.on('checkExpectation', (message, response) => server.emit('request', message, response));
  server.on('checkContinue', (message, response) => {
    awaitContinue(message);
    server.emit('request', message, response);
  });
  // CONNECT asks for a tunnel, which no path can route. Over HTTP/2 it is a request like any other.
  server.on('connect', (message: IncomingMessage, peer: Duplex | ServerResponse) => {
    if (isHttp2(message)) app.routing(message, peer as ServerResponse);
    else refuse({ code: 'CONNECT' }, peer as Duplex);
  });
}

const hostNameOf = (origin: string): string => new URL(origin).hostname.toLowerCase();

const pathSent = (request: FastifyRequest, rules: MessageRules): string =>
  rules.refusalOf(request.raw)?.path ?? pathOf(request.raw.url ?? '');

/**
 * First hook of every request, synchronous: base headers, then unreadable requests and unknown paths, then the query.
 */
function beginRequest(
  headers: Readonly<Record<string, string>>,
  rules: MessageRules,
  find: (path: string) => Route | undefined,
): onRequestHookHandler {
  return (request, reply, done) => {
    addTraceToLog(request, reply);
    reply.headers(headers).header('x-request-id', request.id);
    const { config } = request.routeOptions;
    if (config.route === undefined && rules.isAboutServer(request.raw)) {
      reply.code(204).send();
      return;
    }
    const atPath = config.route === undefined ? routeAtPath(request, rules, find) : undefined;
    if (atPath instanceof Error) return done(atPath);
    const facts = atPath ? factsOfRoute(atPath) : (config as RouteFacts);
    if (facts.cors) reply.headers(corsHeaders(facts.cors));
    if (atPath) setRouteAtPath(request, facts);
    if (isInvalidPath(request, facts)) return done(httpError(404));
    try {
      request.query = parseParameters(rawQuery(request));
    } catch (error) {
      return done(error as Error);
    }
    done(atPath && request.method !== 'OPTIONS' ? methodNotAllowed(allowedMethods(atPath)) : undefined);
  };
}

/** For a request that the router did not match: the route at its path, which lacks its method, or why it is refused. */
const routeAtPath = (request: FastifyRequest, rules: MessageRules, find: (path: string) => Route | undefined) =>
  rules.refusalOf(request.raw)?.error ?? find(pathOf(request.raw.url ?? '')) ?? httpError(404);

/** A path with a file extension or a trailing slash is 404 (contract 9), even if a parameter would match it. */
function isInvalidPath(request: FastifyRequest, { route, mayHaveExtension }: RouteFacts): boolean {
  if (!route.includes(':')) return false;
  const path = pathOf(request.raw.url ?? '');
  return path.endsWith('/') || (!mayHaveExtension && /\.[^/]*$/.test(path));
}

/** Error shape and allowed methods at a path that the router has not seen. */
function createShapes(name: HostOptions['name'], routes: readonly Route[]) {
  const find = createRouteFinder(routes);
  return {
    find,
    shapeOfPath: (path: string): ErrorShape => {
      if (name === 'api') return 'problem';
      return find(path)?.errors ?? (path.startsWith('/oauth/') ? 'oauth' : 'negotiated');
    },
    allowedAt: (path: string) => {
      const route = find(path);
      return route && allowedMethods(route);
    },
  };
}
