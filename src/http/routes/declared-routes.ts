// Finds the declared route at a path that the router did not match: for a method that the route does not declare, for
// OPTIONS, or for bytes that never became a request. The router knows only declared methods, because one tree for each
// of Node's thirty-odd methods would be most of a host's start-up time and much of its memory.
import type { FastifyRequest } from 'fastify';
import type { ErrorShape, Route } from './route.ts';

/** Facts about a route for code outside its handler. */
export type RouteFacts = {
  /** Path template, such as `/applications/:id`. */
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

const routesAtPath = new WeakMap<FastifyRequest, RouteFacts>();

/** Records the route at the path of a request that the router did not match. */
export const setRouteAtPath = (request: FastifyRequest, facts: RouteFacts): void => {
  routesAtPath.set(request, facts);
};

/** Facts of the route that matched, or else of the one at the request's path that lacks its method, if there is one. */
export function routeFacts(request: FastifyRequest): RouteFacts | undefined {
  const { config } = request.routeOptions;
  return config.route === undefined ? routesAtPath.get(request) : (config as RouteFacts);
}

/**
 * Returns a function that finds the route at a path by the router's rules: the path is decoded once, and a fixed
 * segment wins over a parameter.
 */
export function createRouteFinder(routes: readonly Route[]): (path: string) => Route | undefined {
  const patterns = routes
    .map((route) => ({ route, rank: rankOf(route), pattern: toPattern(route.path) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : Number(one.rank > other.rank)));
  return (path) => {
    const decoded = decode(path);
    return patterns.find(({ pattern }) => pattern.test(decoded))?.route;
  };
}

/** Sort key of a route: from the left, a fixed segment comes before a parameter. */
const rankOf = ({ path }: Route): string =>
  path
    .split('/')
    .map((segment) => (segment.startsWith(':') ? '1' : '0'))
    .join('');

const toPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/:[^/]+/g, '[^/]+')}$`);

/** Never throws: the path of an unreadable request may contain any bytes. */
function decode(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
