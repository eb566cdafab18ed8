// The declaration of a route: who may call it, which body it takes and how its errors look. A host does not boot with
// an incomplete one (architecture 7.3).
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { isScope, type Scope } from '../../core/ground/acts/scope.ts';
import type { QueryKey } from './query-parameters.ts';

/**
 * Who may call: `public` anybody · `session` a signed-in person (others are redirected to sign in) · `client` an
 * application that authenticates as at the token endpoint · `bearer` an access token · `owner` an API token of an
 * owner, a member or an operator · `api-token` an API token whose person's role may use the scope of the route ·
 * `any-api-token` any valid API token. The credentials of `client` and `bearer` may be in the body, so the handler
 * checks them. `session` and API tokens are checked before anything else, by the guard of that name
 * (`HostOptions.guards`).
 */
export const ACCESSES = ['public', 'session', 'client', 'bearer', 'owner', 'api-token', 'any-api-token'] as const;
export type Access = (typeof ACCESSES)[number];

/** Checks the caller before anything else, and refuses with `done(error)`. */
export type Guard = onRequestHookHandler;
export type Guards = { readonly [A in Access]?: Guard };

/**
 * `form`: `application/x-www-form-urlencoded` only, read by `formOf` (no body: no parameters) · `form-or-file`: the
 * same, or `multipart/form-data` with few fields and one small file, read by `formOf` and `fileOf` · `form-or-picture`:
 * the same with one large file, which the handler reads itself (`readPictureForm`) · `json`:
 * `application/json` only, in `request.body` · `image`: a media type of logos, its bytes in `request.body` ·
 * `merge-patch`: `application/json` or `application/merge-patch+json` (RFC 7396) · `optional-…`: body and type may be
 * absent (`request.body` undefined, `formOf` empty) · `none`: a body is refused.
 */
export const BODY_KINDS = [
  'none',
  'form',
  'json',
  'merge-patch',
  'optional-form',
  'optional-json',
  'image',
  'form-or-file',
  'form-or-picture',
] as const;
export type BodyKind = (typeof BODY_KINDS)[number];

/**
 * Whether the person must first confirm who they are (contract 25): `required` for a dangerous act · `by-change` where
 * the edit decides (core's `isDangerousChange`; choosing the first username is harmless) · `in-form` where the form
 * itself asks for a password or a one-time link · `harmless` never.
 */
export const CONFIRMATIONS = ['required', 'by-change', 'in-form', 'harmless'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/**
 * What the audit tells (contract 61): `change` and `look` are recorded · `own` is about the caller's own account alone
 * · `harmless` says why there is nothing to tell.
 */
export type Audit = 'change' | 'look' | 'own' | `harmless: ${string}`;

/**
 * `problem`: RFC 9457 · `oauth`: RFC 6749 5.2 JSON · `page`: HTML · `negotiated`: a page where `Accept` names
 * text/html, else problem.
 */
export const ERROR_SHAPES = ['problem', 'oauth', 'page', 'negotiated'] as const;
export type ErrorShape = (typeof ERROR_SHAPES)[number];

export type RouteMethod = {
  access: Access;
  body: BodyKind;
  /** The most bytes of a body that is no file, where the limit of all others is too small. */
  mostBytes?: number;
  /** The scope that an API token must have (contract 29). Declared by every method for API tokens, and no other. */
  scope?: Scope | 'any';
  /**
   * The query parameters it takes; others are 400 (contract 3). Declared by every method for API tokens, and no other.
   */
  query?: readonly QueryKey[];
  /**
   * Declared by every method that changes something and can be called with a browser's session. A route with several
   * acts declares it for each value of the form field `action`. Methods without a session declare none.
   */
  confirm?: Confirmation | Readonly<Record<string, Confirmation>>;
  /**
   * Declared by every method that a person or an API token may call, but not by public pages that only show. Clients
   * and access tokens act on what is their own.
   */
  audit?: Audit;
  /**
   * Runs after the checks of access and rate limit, and before those of `Accept` and the body: the place for 404 on
   * what is not the caller's (contract 3, order of checks). Throws to refuse the request.
   */
  beforeBody?: (request: FastifyRequest) => unknown;
  /** Media types of the response; an `Accept` that allows none of them is 406. Absent: `Accept` refuses nothing. */
  produces?: readonly [string, ...string[]];
  /** Sends the response and returns `reply`, or returns the payload; or a promise of either, settled when done. */
  handle(request: FastifyRequest, reply: FastifyReply): unknown;
};

export const ROUTE_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Route = {
  /** Fastify's notation: `/applications/:id`. No trailing slash, no file extension. */
  path: string;
  errors: ErrorShape;
  /** HEAD runs GET's handler without its effects. Every route answers OPTIONS; other methods are 405 with `Allow`. */
  methods: { [M in (typeof ROUTE_METHODS)[number]]?: RouteMethod };
  /** `registered`: contract 8's rule for registered origins; `any`: `*` (metadata, JWKS, OpenAPI). Absent: no CORS. */
  cors?: 'registered' | 'any';
  /** Whether the last segment may have a file extension; by default such a path is 404. */
  mayHaveExtension?: boolean;
};

/** A method of the registration API, which says what its query may be. */
export type ApiMethod = RouteMethod & { query: readonly QueryKey[] };
export type ApiRoute = Omit<Route, 'methods'> & { methods: { [M in (typeof ROUTE_METHODS)[number]]?: ApiMethod } };

/** Methods for `Allow` and preflight responses: the declared ones, HEAD where there is GET, and OPTIONS. */
export function allowedMethods(route: Route): readonly string[] {
  const declared = ROUTE_METHODS.filter((method) => route.methods[method]);
  const withHead = declared.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...withHead, 'OPTIONS'];
}

/** @throws Error that names the route and what its declaration lacks; the host does not boot */
export function checkRoute(route: Route): void {
  const refuse = (fault: string): never => {
    throw new Error(`The route ${route.path} ${fault}.`);
  };
  if (!/^\/(?:[^/]+(?:\/[^/]+)*)?$/.test(route.path)) refuse('is no path without a trailing slash');
  if (!ERROR_SHAPES.includes(route.errors)) refuse('does not declare how its errors look');
  const declared = Object.entries(route.methods);
  if (declared.length === 0) refuse('declares no method');
  for (const [name, method] of declared) {
    if (!(ROUTE_METHODS as readonly string[]).includes(name)) refuse(`declares ${name}, which no route may`);
    if (!ACCESSES.includes(method.access)) refuse(`does not declare who may call ${name}`);
    if (!BODY_KINDS.includes(method.body)) refuse(`does not declare the body of ${name}`);
    checkScope(name, method, refuse);
    checkQuery(name, method, refuse);
    checkConfirmation(name, method, refuse);
    checkAudit(name, method, refuse);
    const bodyless = name === 'GET' || name === 'DELETE';
    if (bodyless && method.body !== 'none') refuse(`declares a body for ${name}, which never has one`);
  }
}

function checkScope(name: string, { access, scope }: RouteMethod, refuse: (fault: string) => never): void {
  if (access === 'any-api-token') {
    if (scope !== 'any') refuse(`is for any API token, and does not declare for ${name} that any scope will do`);
  } else if (access === 'owner' || access === 'api-token') {
    if (scope === undefined || !isScope(scope))
      refuse(`does not declare the scope that an API token needs for ${name}`);
  } else if (scope !== undefined) refuse(`declares a scope for ${name}, which is not for API tokens`);
}

function checkQuery(name: string, { scope, query }: RouteMethod, refuse: (fault: string) => never): void {
  if (scope !== undefined && query === undefined) refuse(`does not declare which query parameters ${name} takes`);
  if (scope === undefined && query !== undefined) refuse(`declares a query for ${name}, which is not for API tokens`);
}

function checkConfirmation(name: string, { access, confirm }: RouteMethod, refuse: (fault: string) => never): void {
  const mayHaveSession = access === 'session' || access === 'public';
  if (name === 'GET' || !mayHaveSession) {
    if (confirm !== undefined) refuse(`declares a confirmation for ${name}, which changes nothing in a session`);
    return;
  }
  const declared: readonly unknown[] = typeof confirm === 'object' ? Object.values(confirm) : [confirm];
  if (declared.length === 0 || !declared.every((one) => (CONFIRMATIONS as readonly unknown[]).includes(one))) {
    refuse(`does not declare whether ${name} needs the person to confirm who they are, or is harmless`);
  }
}

const AUDIT = /^(?:change|look|own|harmless: .+)$/;

function checkAudit(name: string, { access, audit }: RouteMethod, refuse: (fault: string) => never): void {
  const isPublicPage = access === 'public' && name === 'GET';
  if (access === 'client' || access === 'bearer' || isPublicPage) return;
  if (audit === undefined || !AUDIT.test(audit)) refuse(`does not declare what the audit tells of ${name}`);
}
