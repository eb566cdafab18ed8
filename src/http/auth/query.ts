// The query of an authorization request on its way through the pages: the same text at every step, with the stamp that
// tells when it first arrived (contract 4, "What a request must have seen").
import type { FastifyRequest } from 'fastify';
import { makeStamp, readStamp } from '../../core/authorize/stamp.ts';
import type { Ports } from '../../core/ports.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { queryOf, rawQuery } from '../request-parts.ts';

const STAMP = 'lk_stamp';

export type FlowQuery = {
  parameters: Parameters;
  /** As sent, without the stamp. */
  query: string;
  /** When the request first arrived, ms; now when there is no good stamp. */
  arrivedAt: number;
  /** It arrives now: no good stamp came with it. */
  isNew: boolean;
  /** Query of the next step: the same text and its stamp. */
  next: string;
};

/** A page belongs to a request when its query names one; alone it leads to a page of ours. */
export const isInsideRequest = (parameters: Parameters): boolean =>
  parameters.has('client_id') || parameters.has('redirect_uri') || parameters.has('response_type');

export function readFlowQuery(deps: Pick<Ports, 'secrets' | 'clock'>, request: FastifyRequest): FlowQuery {
  const parameters = queryOf(request);
  const query = withoutStamp(rawQuery(request));
  const now = deps.clock.now();
  const known = readStamp(deps.secrets, query, parameters.get(STAMP), now);
  const arrivedAt = known ?? now;
  const next = `${query}&${STAMP}=${makeStamp(deps.secrets, query, arrivedAt)}`;
  return { parameters, query, arrivedAt, isNew: known === undefined, next };
}

/** Whatever way its name is spelled: a stamp left in would be read before the one put behind it. The query is well-formed. */
export const withoutStamp = (query: string): string =>
  query
    .split('&')
    .filter((pair) => decodeURIComponent(pair.split('=', 1)[0] ?? '') !== STAMP)
    .join('&');
