// How many requests of one HTTP/1.1 connection may wait for their answers (RFC 9112 9.3.2). Node stops reading from a peer that
// does not take its answers, but hands over all that it has read before: thousands of small requests, each with a whole page
// as its answer, from every such connection (case M17).
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isHttp2 } from '../request-parts.ts';

/** Browsers send one at a time, proxies and load generators a few dozen. */
export const MOST_PIPELINED = 32;

/** Cuts a connection that has more under way: nothing that waits there was promised an answer. */
export function limitPipelining(app: FastifyInstance): void {
  const underWay = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    if (isHttp2(request.raw)) return done();
    const { socket } = request.raw;
    const waiting = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, waiting);
    if (waiting <= MOST_PIPELINED && !socket.destroyed) return done();
    // Whatever else was read from it comes by here too, and goes no further.
    reply.hijack();
    socket.destroy();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const waiting = underWay.get(request.raw.socket);
    if (waiting !== undefined) underWay.set(request.raw.socket, waiting - 1);
    done();
  });
}
