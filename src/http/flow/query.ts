// The query of an authorization request on its way through the pages: the same text at every step, with the stamp that
// proves when it first arrived at this browser (contract 4, "Request stamps").
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PushedState } from '../../core/grants/authorize/check-client.ts';
import { openPushedRequest } from '../../core/grants/authorize/open-pushed-request.ts';
import { makeStamp, readStamp } from '../../core/grants/authorize/stamp.ts';
import type { Ports } from '../../core/operating/ports.ts';
import type { Parameters } from '../../protocol/parameters.ts';
import { isPushedUri } from '../../protocol/request-uri.ts';
import { type BrowserDeps, browserOf } from '../browsers/browser-session.ts';
import { LANGUAGE_FIELD, preferLanguages } from '../browsers/language.ts';
import { queryOf, rawQuery } from '../wire/request-parts.ts';

const STAMP = 'lk_stamp';

/** Asks the sign-in page for an empty form, where it would ask the current account for its password. */
export const OTHER_ACCOUNT = 'lk_other_account';

/** What a step has just made and shows once. */
export const MADE = 'lk_made';

/** The server's own parameters, which are no part of the request. */
const OWN_PARAMETERS = [STAMP, OTHER_ACCOUNT, MADE];

/** An authorization request as it was sent, or pushed. */
type SentRequest = {
  parameters: Parameters;
  /** As sent, without the server's own parameters. Of a pushed request `client_id` and `request_uri` alone. */
  query: string;
  /** Undefined: it was not pushed. */
  pushed: PushedState | undefined;
};

export type FlowQuery = SentRequest & {
  /** The person chose to sign in with another account than those signed in. */
  otherAccount: boolean;
  /** When the request first arrived, in ms; now if there is no valid stamp. */
  arrivedAt: number;
  /** There is no valid stamp: the request arrives now. */
  isNew: boolean;
  /** What a code spends that is issued for the request: the hash of its stamp, or that of the pushed request. */
  stampHash: Buffer | undefined;
  /** Query of the next step: the same text and its stamp. Sets the device cookie if the browser has none. */
  next(reply: FastifyReply): string;
};

type PushDeps = { ports: Pick<Ports, 'pushedRequests' | 'rules'> };

/** Whether a page is part of an authorization request, by its query. Outside one it leads to a page of this server. */
export const isInsideRequest = (parameters: Parameters): boolean =>
  parameters.has('client_id') || parameters.has('redirect_uri') || parameters.has('response_type');

/** @param options.anew the stamp counts for nothing: the request arrives now */
export async function readFlowQuery(
  deps: BrowserDeps & PushDeps,
  request: FastifyRequest,
  options: { anew?: boolean } = {},
): Promise<FlowQuery> {
  const { secrets, clock } = deps.ports;
  const { device } = browserOf(deps, request);
  const own = queryOf(request);
  const reference = referenceIn(deps, own);
  const query = reference?.query ?? withoutOwnParameters(rawQuery(request));
  const now = clock.now();
  const sent = own.get(STAMP);
  const { id: deviceId } = device;
  const mayCount = deviceId !== undefined && !options.anew;
  const known = mayCount ? readStamp(secrets, { query, deviceId }, sent, now) : undefined;
  const arrivedAt = known?.arrivedAt ?? now;
  // The language that the person chose on a page of a pushed request, which is no part of it.
  const language = reference && own.get(LANGUAGE_FIELD);
  const more = language === undefined ? '' : `&${LANGUAGE_FIELD}=${encodeURIComponent(language)}`;
  const next = (reply: FastifyReply): string => {
    // A valid stamp is passed on as it is: made again under another secret it would be a second one.
    const stamp = known ? sent : makeStamp(secrets, { query, deviceId: device.ensure(reply) }, arrivedAt);
    return `${query}&${STAMP}=${stamp}${more}`;
  };
  const opened = reference ? await open(deps, own, reference, arrivedAt) : undefined;
  if (opened) preferLanguages(request, opened.parameters.get(LANGUAGE_FIELD));
  return {
    parameters: opened?.parameters ?? own,
    query,
    pushed: opened?.pushed,
    otherAccount: own.has(OTHER_ACCOUNT),
    arrivedAt,
    isNew: known === undefined,
    stampHash: opened ? opened.stampHash : known?.hash,
    next,
  };
}

/** A request in the body of a POST. */
export async function readPostedRequest(deps: BrowserDeps & PushDeps, form: Parameters): Promise<SentRequest> {
  const reference = referenceIn(deps, form);
  if (!reference) return { parameters: form, query: withoutOwnParameters(form.toString()), pushed: undefined };
  return { query: reference.query, ...(await open(deps, form, reference, deps.ports.clock.now())) };
}

type Reference = { requestUri: string; apiKey: string; query: string };

/** RFC 9126 4: `client_id` and a `request_uri` of ours; other parameters count for nothing. */
function referenceIn({ ports }: PushDeps, parameters: Parameters): Reference | undefined {
  const [apiKey, requestUri] = [parameters.get('client_id'), parameters.get('request_uri')];
  if (!ports.rules.pushedRequests || apiKey === undefined || requestUri === undefined) return undefined;
  if (!isPushedUri(requestUri) || parameters.isDoubled('client_id')) return undefined;
  if (parameters.isDoubled('request_uri')) return undefined;
  const query = `client_id=${encodeURIComponent(apiKey)}&request_uri=${encodeURIComponent(requestUri)}`;
  return { requestUri, apiKey, query };
}

/** Of a request that leads nowhere the parameters are those that were sent. */
async function open({ ports }: PushDeps, parameters: Parameters, reference: Reference, arrivedAt: number) {
  const opened = await openPushedRequest(ports, { ...reference, arrivedAt });
  return opened.kind === 'open'
    ? { parameters: opened.parameters, pushed: 'open' as const, stampHash: opened.stampHash }
    : { parameters, pushed: opened.fault, stampHash: undefined };
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
