// Posts a form to an address an owner registered, guarded against internal addresses (case N7): the address that is
// connected to is the very one that was looked at, so a name that changes its mind in between (DNS rebinding) gains
// nothing. undici is loaded with the first delivery: most servers never make one.
import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Agent } from 'undici';
import type { Delivered, FormDelivery } from '../core/sessions/form-delivery.ts';
import { InternalAddress, publicOnly, refuseInternalLiteral } from './public-hosts.ts';

export type FormDeliveryOptions = {
  /** The setting `internal_deliveries`. */
  allowInternal: boolean;
  /** Of one delivery from name to answer, in ms. Default 5000. */
  timeLimitMs?: number;
  /** How names are resolved: the system's way, or a test's. */
  lookup?: LookupFunction;
};

/** More of an answer than this is not waited for, in bytes. */
const MAX_BYTES = 16 * 1024;
/** A connection is kept for the next message, for a moment. */
const KEPT_MS = 4_000;

export function createFormDelivery(options: FormDeliveryOptions): FormDelivery & { close(): Promise<void> } {
  const { allowInternal, timeLimitMs = 5_000, lookup = systemLookup as LookupFunction } = options;
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

  const send = async (uri: string, body: string, signal: AbortSignal): Promise<Delivered> => {
    const { undici, agent } = await loaded();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Latchkey' };
    const answer = await undici.request(uri, { method: 'POST', headers, body, dispatcher: agent, signal });
    // The status is all that counts: what is left of the answer may be as long, late or broken as it likes.
    await answer.body.dump({ limit: MAX_BYTES, signal }).catch(() => undefined);
    return { kind: 'answered', status: answer.statusCode };
  };

  return {
    async post(uri, fields, signal) {
      // Loading the library is no time of the application's.
      await loaded();
      const limit = AbortSignal.timeout(timeLimitMs);
      try {
        if (!allowInternal) refuseInternalLiteral(uri);
        const body = new URLSearchParams(fields).toString();
        return await send(uri, body, signal ? AbortSignal.any([limit, signal]) : limit);
      } catch (error) {
        const kind = error instanceof InternalAddress ? 'refused' : 'failed';
        return { kind, reason: limit.aborted ? `no answer within ${timeLimitMs} ms` : messageOf(error) };
      }
    },
    async close() {
      await (await loading)?.agent.destroy();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error));
