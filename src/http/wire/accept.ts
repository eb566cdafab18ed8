// What the caller accepts (RFC 9110 12.5.1). Parameters are ignored, except that `q=0` takes a range out.
import type { FastifyRequest } from 'fastify';
import { httpError } from '../errors/http-error.ts';

/** The media ranges of `Accept`, in lower case and without parameters; false: taken out by `q=0`. */
function rangesOf(accept: string): Map<string, boolean> {
  const ranges = new Map<string, boolean>();
  for (const element of accept.toLowerCase().split(',')) {
    const range = element.split(';', 1)[0]?.trim() ?? '';
    const isOut = /;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(element);
    // Named twice with other parameters, once is enough.
    if (range !== '') ranges.set(range, ranges.get(range) === true || !isOut);
  }
  return ranges;
}

/** Whether `Accept` names text/html itself: then a person looks at the answer. */
export const namesHtml = (request: FastifyRequest): boolean =>
  rangesOf(request.headers.accept ?? '').get('text/html') === true;

/**
 * The type to answer with: the first that `Accept` names itself, else the first that a range with `*` allows. So a tie,
 * `*` and no `Accept` mean the first of all.
 * @param types that the route can produce, the one it prefers first
 * @throws 406 when `Accept` allows none of them
 */
export function requireAcceptable<Type extends string>(
  request: FastifyRequest,
  types: readonly [Type, ...Type[]],
): Type {
  const accept = request.headers.accept;
  // What nearly every caller sends needs no reading.
  if (accept === undefined || accept === '*/*' || accept === '' || accept === types[0]) return types[0];
  const ranges = rangesOf(accept);
  // The most specific range that covers the type decides.
  const allows = (type: Type) =>
    ranges.get(type) ?? ranges.get(`${type.split('/', 1)[0]}/*`) ?? ranges.get('*/*') ?? false;
  const acceptable = types.find((type) => ranges.get(type)) ?? types.find(allows);
  if (acceptable === undefined) throw httpError(406, `This resource is available as ${types.join(' or ')}.`);
  return acceptable;
}
