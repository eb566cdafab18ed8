// The query of an authorization request on its way through the pages: the same text at every step, with the stamp that
// proves when it first arrived at this browser (contract 4, "Request stamps").
import type { FastifyReply, FastifyRequest } from 'fastify';
import { makeStamp, readStamp } from '../../core/authorize/stamp.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { type BrowserDeps, browserOf } from '../browsers/browser-session.ts';
import { queryOf, rawQuery } from '../wire/request-parts.ts';

const STAMP = 'lk_stamp';

/** Asks the sign-in page for an empty form, where it would ask the current account for its password. */
export const OTHER_ACCOUNT = 'lk_other_account';

/** What a step has just made and shows once. */
export const MADE = 'lk_made';

/** The server's own parameters, which are no part of the request. */
const OWN_PARAMETERS = [STAMP, OTHER_ACCOUNT, MADE];

export type FlowQuery = {
  parameters: Parameters;
  /** As sent, without the server's own parameters. */
  query: string;
  /** The person chose to sign in with another account than those signed in. */
  otherAccount: boolean;
  /** When the request first arrived, in ms; now if there is no valid stamp. */
  arrivedAt: number;
  /** Hash of the stamp; undefined without a valid one: the request arrives now. */
  stampHash: Buffer | undefined;
  /** Query of the next step: the same text and its stamp. Sets the device cookie if the browser has none. */
  next(reply: FastifyReply): string;
};

/** Whether a page is part of an authorization request, by its query. Outside one it leads to a page of this server. */
export const isInsideRequest = (parameters: Parameters): boolean =>
  parameters.has('client_id') || parameters.has('redirect_uri') || parameters.has('response_type');

/** @param options.anew the stamp counts for nothing: the request arrives now */
export function readFlowQuery(deps: BrowserDeps, request: FastifyRequest, options: { anew?: boolean } = {}): FlowQuery {
  const { secrets, clock } = deps.ports;
  const { device } = browserOf(deps, request);
  const parameters = queryOf(request);
  const query = withoutOwnParameters(rawQuery(request));
  const now = clock.now();
  const sent = parameters.get(STAMP);
  const { id: deviceId } = device;
  const mayCount = deviceId !== undefined && !options.anew;
  const known = mayCount ? readStamp(secrets, { query, deviceId }, sent, now) : undefined;
  const arrivedAt = known?.arrivedAt ?? now;
  const next = (reply: FastifyReply): string => {
    // A valid stamp is passed on as it is: made again under another secret it would be a second one.
    const stamp = known ? sent : makeStamp(secrets, { query, deviceId: device.ensure(reply) }, arrivedAt);
    return `${query}&${STAMP}=${stamp}`;
  };
  return { parameters, query, otherAccount: parameters.has(OTHER_ACCOUNT), arrivedAt, stampHash: known?.hash, next };
}

/**
 * Removes the server's own parameters, however their names are encoded: a stamp left in would be read before the one
 * that is appended. The query must be well-formed.
 */
export const withoutOwnParameters = (query: string): string =>
  query
    .split('&')
    .filter((pair) => !OWN_PARAMETERS.includes(decodeURIComponent(pair.split('=', 1)[0] ?? '')))
    .join('&');
