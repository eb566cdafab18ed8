// Content negotiation by `Accept` (RFC 9110 12.5.1). Parameters are ignored, except `q=0`, which excludes a range.
import type { FastifyRequest } from 'fastify';
import { httpError } from '../errors/http-error.ts';

/** The media ranges of `Accept`, in lower case and without parameters. False: excluded by `q=0`. */
function rangesOf(accept: string): Map<string, boolean> {
  const ranges = new Map<string, boolean>();
  for (const element of accept.toLowerCase().split(',')) {
    const range = element.split(';', 1)[0]?.trim() ?? '';
    const isOut = /;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(element);
    // A range can be listed again with other parameters. One without `q=0` is enough.
    if (range !== '') ranges.set(range, ranges.get(range) === true || !isOut);
  }
  return ranges;
}

/** Whether `Accept` lists text/html itself, as browsers do. */
export const namesHtml = (request: FastifyRequest): boolean =>
  rangesOf(request.headers.accept ?? '').get('text/html') === true;

/**
 * The type to respond with: the first that `Accept` lists itself, else the first that a range with `*` covers. Without
 * `Accept`, or with nothing but wildcards, that is the first of `types`.
 * @param types that the route can produce, in order of preference
 * @throws 406 if `Accept` allows none of them
 */
export function requireAcceptable<Type extends string>(
  request: FastifyRequest,
  types: readonly [Type, ...Type[]],
): Type {
  const accept = request.headers.accept;
  // Nearly every request ends here.
  if (accept === undefined || accept === '*/*' || accept === '' || accept === types[0]) return types[0];
  const ranges = rangesOf(accept);
  // The most specific range decides (RFC 9110 12.5.1).
  const allows = (type: Type) =>
    ranges.get(type) ?? ranges.get(`${type.split('/', 1)[0]}/*`) ?? ranges.get('*/*') ?? false;
  const acceptable = types.find((type) => ranges.get(type)) ?? types.find(allows);
  if (acceptable === undefined) throw httpError(406, `This resource is available as ${types.join(' or ')}.`);
  return acceptable;
}
