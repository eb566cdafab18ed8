// Posts a form or JSON to an address that the owner of an application registered. Refuses internal addresses (case N7):
// the connection goes to the same IP address that was checked, so a name that resolves differently the next time (DNS
// rebinding) gains nothing. undici is loaded with the first delivery, because most servers never make one.
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import type { EventPost } from '../core/applications/application-events/event-post.ts';
import type { Delivered, FormDelivery } from '../core/sign-in/sessions/form-delivery.ts';
import { readRetryAfter, whyNoAnswer } from './delivery-answers.ts';
import { InternalAddress, publicOnly, refuseInternalLiteral } from './public-hosts.ts';

export type FormDeliveryOptions = {
  /** The setting `internal_deliveries`. */
  allowInternal: boolean;
  /** For one delivery, from resolving the name to the answer, in ms. Default 5000. */
  timeLimitMs?: number;
  /** In ms, for dates in `Retry-After`. */
  now: () => number;
  /** Resolves names. Default: the system's resolver. */
  lookup?: LookupFunction;
};

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_BODY = { 'content-type': 'application/json' };

/** No more of an answer is read, in bytes. */
const MAX_BYTES = 16 * 1024;
/** How long a connection is kept for the next message, in ms. */
const KEPT_MS = 4_000;

type Headers = Readonly<Record<string, string>>;

/** @param options the time limit is one for forms and JSON alike */
export function createFormDelivery(
  options: FormDeliveryOptions,
): FormDelivery & EventPost & { close(): Promise<void> } {
  const { allowInternal, now, timeLimitMs = 5_000, lookup = systemLookup as LookupFunction } = options;
  let loading: Promise<{ undici: typeof import('undici'); agent: Agent }> | undefined;

  const load = async () => {
    const undici = await import('undici');
    const connect = { timeout: timeLimitMs, lookup: allowInternal ? lookup : publicOnly(lookup) };
    const limits = { keepAliveTimeout: KEPT_MS, keepAliveMaxTimeout: KEPT_MS, maxResponseSize: MAX_BYTES };
    return { undici, agent: new undici.Agent({ ...limits, connect, pipelining: 1 }) };
  };

  const loaded = () => {
    loading ??= load();
    return loading;
  };

  const send = async (uri: string, own: Headers, body: string, signal: AbortSignal): Promise<Delivered> => {
    const { undici, agent } = await loaded();
    const headers = { ...own, 'user-agent': 'Latchkey' };
    const answer = await undici.request(uri, { method: 'POST', headers, body, dispatcher: agent, signal });
    // Only status and Retry-After matter: a body that is too long, late or broken changes nothing.
    await answer.body.dump({ limit: MAX_BYTES, signal }).catch(() => undefined);
    const { statusCode: status } = answer;
    const retryAfterMs = readRetryAfter(status, answer.headers['retry-after'], now());
    return { kind: 'answered', status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
  };

  const post = async (uri: string, headers: Headers, body: string, signal?: AbortSignal): Promise<Delivered> => {
    // The time limit does not include loading the library.
    await loaded();
    const limit = AbortSignal.timeout(timeLimitMs);
    try {
      if (!allowInternal) refuseInternalLiteral(uri);
      return await send(uri, headers, body, signal ? AbortSignal.any([limit, signal]) : limit);
    } catch (error) {
      if (error instanceof InternalAddress)
        return { kind: 'refused', reason: 'refused-address', detail: 'internal_deliveries' };
      if (limit.aborted) return { kind: 'failed', reason: 'timeout' };
      return signal?.aborted ? { kind: 'failed', reason: 'stopped' } : { kind: 'failed', ...whyNoAnswer(error) };
    }
  };

  return {
    post: (uri, fields, signal) => post(uri, FORM, new URLSearchParams(fields).toString(), signal),
    postJson: (uri, headers, body, signal) => post(uri, { ...headers, ...JSON_BODY }, body, signal),
    async close() {
      await (await loading)?.agent.destroy();
    },
  };
}
