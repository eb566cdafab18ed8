// Which declared route stands at a path that the router did not take: of a method no route declares there, OPTIONS, or
// of bytes that never became a request. The router knows only the methods that are declared: one tree for each of
// Node's thirty-odd methods would be most of a host's start and much of its memory.
import type { FastifyRequest } from 'fastify';
import type { ErrorShape, Route } from './route.ts';

/** What everything beside the handler wants to know of a route. */
export type RouteFacts = {
  /** Its template: `/applications/:id`. */
  route: string;
  errors: ErrorShape;
  cors: Route['cors'] | undefined;
  mayHaveExtension: boolean;
};

export const factsOfRoute = ({ path, errors, cors, mayHaveExtension }: Route): RouteFacts => ({
  route: path,
  errors,
  cors,
  mayHaveExtension: mayHaveExtension === true,
});

const aside = new WeakMap<FastifyRequest, RouteFacts>();

/** Remembers which route stands at the path of a request that the router did not take. */
export const setRouteAside = (request: FastifyRequest, facts: RouteFacts): void => {
  aside.set(request, facts);
};

/** Of the route that took the request, or that stands at its path without its method; undefined: there is none. */
export function routeFacts(request: FastifyRequest): RouteFacts | undefined {
  const { config } = request.routeOptions;
  return config.route === undefined ? aside.get(request) : (config as RouteFacts);
}

/** @returns finds the route at a path, by the rules of the router: decoded once, a fixed segment before a parameter */
export function createRouteFinder(routes: readonly Route[]): (path: string) => Route | undefined {
  const patterns = routes
    .map((route) => ({ route, rank: rankOf(route), pattern: toPattern(route.path) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : Number(one.rank > other.rank)));
  return (path) => {
    const decoded = decode(path);
    return patterns.find(({ pattern }) => pattern.test(decoded))?.route;
  };
}

/** Sorts a fixed segment before a parameter, from the left. */
const rankOf = ({ path }: Route): string =>
  path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join('');

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:[^/]+/g, '[^/]+')}$`);

/** A path of bytes that never became a request may hold anything. */
function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
