// Fastify's replies are thenables: `await` of one, or of what an async function gives back, waits until the answer is
// written (over HTTP/2 until the client has taken it) and then gives `undefined`. Whoever asks such a function whether
// it answered is told that it did not, and does the work twice; and what is held while a handler is at work is held for
// as long as a client dawdles. So a reply here is a value like any other, and `handOver` tells Fastify what is left to
// send.
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Before any route: the replies of this host are no thenables. */
export function makeRepliesPlain(app: FastifyInstance): void {
  app.decorateReply<unknown, string>('then', { getter: () => undefined });
}

/**
 * For every handler that Fastify is given.
 * @param result what a handler returned: the reply (it was sent, or is being sent), the payload, or a promise of either
 * @returns what is left for Fastify to send; undefined: nothing
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
