// Fastify's replies are thenables: awaiting one, or a function that returns one, waits until the response is written
// (over HTTP/2 until the client has received it) and then yields `undefined`. The caller cannot tell whether the
// function has responded and would do the work twice, and what a handler holds is held for as long as a slow client
// takes. So the replies of this host are plain values, and `handOver` tells Fastify what is left to send.
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Register it before any route. */
export function makeRepliesPlain(app: FastifyInstance): void {
  app.decorateReply<unknown, string>('then', { getter: () => undefined });
}

/**
 * Wraps the result of every handler.
 * @param result of the handler: the reply (sent, or being sent), the payload, or a promise of either
 * @returns what is left for Fastify to send; undefined if nothing is
 */
export function handOver(reply: FastifyReply, result: unknown): unknown {
  if (!(result instanceof Promise)) return result === reply ? undefined : result;
  result
    .then((payload: unknown) => {
      if (payload !== reply) reply.send(payload);
    })
    .catch((error: unknown) => {
      if (reply.sent) reply.log.error({ err: error }, 'The request failed after the response was sent');
      else reply.send(error);
    });
  return undefined;
}
