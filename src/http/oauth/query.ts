// The query of an authorization request on its way through the pages: the same text at every step, with the stamp that
// tells when it first arrived on this browser (contract 4, "Request stamps").
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeStamp, readStamp } from '../../core/authorize/stamp.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { type BrowserDeps, browserOf } from '../browsers/browser-session.ts';
import { queryOf, rawQuery } from '../wire/request-parts.ts';

const STAMP = 'lk_stamp';

export type FlowQuery = {
  parameters: Parameters;
  /** As sent, without the stamp. */
  query: string;
  /** When the request first arrived, ms; now when there is no good stamp. */
  arrivedAt: number;
  /** Of the stamp; undefined: no good one came with it, and the request arrives now. */
  stampHash: Buffer | undefined;
  /** The query of the next step: the same text and its stamp. Gives the browser its device cookie if it has none. */
  next(reply: FastifyReply): string;
};

/** A page belongs to a request when its query names one; alone it leads to a page of ours. */
export const isInsideRequest = (parameters: Parameters): boolean =>
  parameters.has('client_id') || parameters.has('redirect_uri') || parameters.has('response_type');

export function readFlowQuery(deps: BrowserDeps, request: FastifyRequest): FlowQuery {
  const { secrets, clock } = deps.ports;
  const { device } = browserOf(deps, request);
  const parameters = queryOf(request);
  const query = withoutStamp(rawQuery(request));
  const now = clock.now();
  const sent = parameters.get(STAMP);
  const { id: deviceId } = device;
  const known = deviceId === undefined ? undefined : readStamp(secrets, { query, deviceId }, sent, now);
  const arrivedAt = known?.arrivedAt ?? now;
  const next = (reply: FastifyReply): string => {
    // A good one goes on as it is: made anew under another secret it would be a second one.
    const stamp = known ? sent : makeStamp(secrets, { query, deviceId: device.ensure(reply) }, arrivedAt);
    return `${query}&${STAMP}=${stamp}`;
  };
  return { parameters, query, arrivedAt, stampHash: known?.hash, next };
}

/**
 * Whatever way its name is spelled: a stamp left in would be read before the one put behind it. The query is
 * well-formed.
 */
export const withoutStamp = (query: string): string =>
  query
    .split('&')
    .filter((pair) => decodeURIComponent(pair.split('=', 1)[0] ?? '') !== STAMP)
    .join('&');
