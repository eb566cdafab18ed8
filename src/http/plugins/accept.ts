// What the caller accepts (RFC 9110 12.5.1). Parameters are ignored, except that `q=0` takes a range out.
import type { FastifyRequest } from 'fastify';
import { httpError } from '../http-error.ts';

/** Media ranges that `Accept` allows, in lower case, without parameters. */
function acceptedRanges(accept: string): string[] {
  return accept
    .split(',')
    .map((element) => element.trim().toLowerCase())
    .filter((element) => element !== '' && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(element))
    .map((element) => element.split(';', 1)[0]?.trim() ?? '');
}

/** Whether `Accept` names text/html itself: then a person looks at the answer. */
export const namesHtml = (request: FastifyRequest): boolean =>
  acceptedRanges(request.headers.accept ?? '').includes('text/html');

/** @throws 406 when `Accept` allows none of the types the route can produce; no `Accept` allows all. */
export function requireAcceptable(request: FastifyRequest, types: readonly string[]): void {
  const accept = request.headers.accept;
  // The two that nearly every caller sends need no reading.
  if (accept === undefined || accept === '*/*' || accept === '' || accept === types[0]) return;
  const ranges = acceptedRanges(accept);
  const allows = (type: string) =>
    ranges.includes(type) || ranges.includes('*/*') || ranges.includes(`${type.split('/', 1)[0]}/*`);
  if (!types.some(allows)) throw httpError(406, `This is available as ${types.join(' or ')}.`);
}
