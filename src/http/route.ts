// How a route is declared. A route says who may call it, what body it takes and how its errors look; a host refuses to
// boot with one that does not (architecture, decision 10).
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Who may call: `public` anybody · `session` a signed-in person (others are sent to sign in) · `client` an application that
 * proves itself as at the token endpoint · `bearer` an access token · `owner` an API token of an owner or operator ·
 * `any-api-token` a live API token of anybody · `operator` the operators' listener.
 */
export type Access = 'public' | 'session' | 'client' | 'bearer' | 'owner' | 'any-api-token' | 'operator';

/** `form`: `application/x-www-form-urlencoded` only; `json`: `application/json` only; `optional-…`: or no body at all. */
export type BodyKind = 'none' | 'form' | 'json' | 'optional-form' | 'optional-json';

/** `problem`: RFC 9457 · `oauth`: RFC 6749 5.2 JSON · `page`: HTML · `negotiated`: a page where `Accept` names text/html, else problem. */
export type ErrorShape = 'problem' | 'oauth' | 'page' | 'negotiated';

export type RouteMethod = {
  access: Access;
  body: BodyKind;
  /** Sends through `reply` and returns it, or returns the payload. */
  handle(request: FastifyRequest, reply: FastifyReply): unknown;
};

export type Route = {
  /** Fastify's notation: `/applications/:id`. No trailing slash, no file extension. */
  path: string;
  errors: ErrorShape;
  /** HEAD follows GET without side effects, OPTIONS is answered for every route, other methods are 405 with `Allow`. */
  methods: { [M in 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE']?: RouteMethod };
  /** `registered`: contract 8's rule for registered origins; `any`: `*` (discovery and JWKS). Absent: no CORS. */
  cors?: 'registered' | 'any';
  /** False: HEAD runs no handler and answers 200 without a body (for GETs that would do something). Default true. */
  headRunsHandler?: boolean;
};
