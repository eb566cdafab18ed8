// How a route is declared. A route says who may call it, what body it takes and how its errors look; a host refuses to
// boot with one that does not (architecture 7.3).
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';

/**
 * Who may call: `public` anybody · `session` a signed-in person (others are sent to sign in) · `client` an application
 * that proves itself as at the token endpoint · `bearer` an access token · `owner` an API token of an owner or operator
 * · `any-api-token` a live API token of anybody. `client` and `bearer` may stand in the body and are checked by the
 * handler; `session`, `owner` and `any-api-token` are checked before anything else by the guard of that name, which the
 * host is given (`HostOptions.guards`).
 */
export const ACCESSES = ['public', 'session', 'client', 'bearer', 'owner', 'any-api-token'] as const;
export type Access = (typeof ACCESSES)[number];

/** Checks who calls, before anything else is looked at, and refuses by `done(error)`. */
export type Guard = onRequestHookHandler;
export type Guards = { readonly [A in Access]?: Guard };

/**
 * `form`: `application/x-www-form-urlencoded` only, read by `formOf` (no body at all: no parameters) · `form-or-file`:
 * that, or `multipart/form-data` with few fields and one small file, read by `formOf` and `fileOf` · `json`:
 * `application/json` only, in `request.body` · `image`: one of the types of a logo, its bytes there · `merge-patch`:
 * that, or `application/merge-patch+json` (RFC 7396) · `optional-…`: no body and no type is fine too (`request.body`
 * undefined, `formOf` empty) · `none`: a body is refused.
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
] as const;
export type BodyKind = (typeof BODY_KINDS)[number];

/**
 * Whether the person behind a session first confirms who they are (contract 25): `required` for a dangerous act ·
 * `by-change` where the edit itself says whether it is one (core's `isDangerousChange`; of usernames the first is
 * none) · `in-form` the form itself asks for a password or a one-time link · `harmless` never.
 */
export const CONFIRMATIONS = ['required', 'by-change', 'in-form', 'harmless'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/**
 * `problem`: RFC 9457 · `oauth`: RFC 6749 5.2 JSON · `page`: HTML · `negotiated`: a page where `Accept` names
 * text/html, else problem.
 */
export const ERROR_SHAPES = ['problem', 'oauth', 'page', 'negotiated'] as const;
export type ErrorShape = (typeof ERROR_SHAPES)[number];

export type RouteMethod = {
  access: Access;
  body: BodyKind;
  /**
   * Declared by every method that changes something and that a browser's session may call; where one route takes
   * several acts, each declares it by the value of the form's field `action`. Others have no session, and declare none.
   */
  confirm?: Confirmation | Readonly<Record<string, Confirmation>>;
  /**
   * Runs after access and rate limit and before `Accept` and the body are looked at: the place for "404 not yours"
   * (contract 3, order of checks). Throws what refuses the request.
   */
  beforeBody?: (request: FastifyRequest) => unknown;
  /** Media types of the answer; an `Accept` that allows none of them is 406. Absent: `Accept` refuses nothing. */
  produces?: readonly [string, ...string[]];
  /**
   * Sends through `reply` and returns it, or returns the payload; or a promise of either, settled when its work is
   * done.
   */
  handle(request: FastifyRequest, reply: FastifyReply): unknown;
};

export const ROUTE_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Route = {
  /** Fastify's notation: `/applications/:id`. No trailing slash, no file extension. */
  path: string;
  errors: ErrorShape;
  /**
   * HEAD runs the handler of GET, which then only answers; OPTIONS is answered for every route, other methods are 405
   * with `Allow`.
   */
  methods: { [M in (typeof ROUTE_METHODS)[number]]?: RouteMethod };
  /** `registered`: contract 8's rule for registered origins; `any`: `*` (discovery and JWKS). Absent: no CORS. */
  cors?: 'registered' | 'any';
  /** True: what stands in the last segment may have a file extension (the files of `/assets/…`). Default: 404. */
  mayHaveExtension?: boolean;
};

/** What `Allow` and a preflight name: the declared methods, HEAD where there is GET, and OPTIONS. */
export function allowedMethods(route: Route): readonly string[] {
  const declared = ROUTE_METHODS.filter((method) => route.methods[method]);
  const withHead = declared.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...withHead, 'OPTIONS'];
}

/** @throws Error naming the route and what its declaration lacks: such a host does not boot. */
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
    checkConfirmation(name, method, refuse);
    const bodyless = name === 'GET' || name === 'DELETE';
    if (bodyless && method.body !== 'none') refuse(`declares a body for ${name}, which never has one`);
  }
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
