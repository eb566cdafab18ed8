// Refuses query parameters that a route does not take (contract 3): a filter with a misspelled name would answer with
// everybody.
import type { FastifyRequest } from 'fastify';
import type { Fault } from '../../core/ground/fault.ts';
import { InputError } from '../errors/http-error.ts';
import { QUERY_PARAMETERS } from '../routes/query-parameters.ts';
import { queryOf } from './request-parts.ts';

/** The unknown names, each once; none on routes that declare no query, which ignore what they do not know. */
export function unknownQuery(request: FastifyRequest): Fault[] {
  const { query } = request.routeOptions.config;
  if (!query) return [];
  const known: readonly string[] = query.map((key) => QUERY_PARAMETERS[key].name);
  const names = new Set(
    queryOf(request)
      .entries()
      .map(([name]) => name),
  );
  const taken = known.length === 0 ? 'none' : known.join(', ');
  return [...names]
    .filter((name) => !known.includes(name))
    .map((name) => {
      const detail = `This is no query parameter of this request; allowed: ${taken}.`;
      return { path: [name], code: 'query-parameter-unknown', detail };
    });
}

/** @throws InputError */
export function refuseUnknownQuery(request: FastifyRequest): void {
  const faults = unknownQuery(request);
  if (faults.length > 0) throw new InputError(faults);
}
