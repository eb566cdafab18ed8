// Limits how many requests of one HTTP/1.1 connection are processed at a time (RFC 9112 9.3.2). Further requests wait,
// and the connection is not read meanwhile. Node stops reading from a peer that does not take its responses, but it
// still emits everything that it has read: thousands of small requests, each with a whole page as its response, from
// every such connection (case M17).
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { isHttp2 } from './request-parts.ts';

/** Browsers send one request at a time, proxies and load generators a few dozen. */
export const MAX_PIPELINED = 32;
/**
 * How many requests can wait in one process, over all connections. One read of 64 KiB has 1,900 requests at most. A
 * connection that exceeds the limit is destroyed.
 */
const MAX_HELD_REQUESTS = 4096;

type Line = { underWay: number; held: (() => void)[] };

export function limitPipelining(app: FastifyInstance): void {
  const lines = new WeakMap<Socket, Line>();
  let heldInAll = 0;

  const openLine = (socket: Socket): Line => {
    const line: Line = { underWay: 0, held: [] };
    lines.set(socket, line);
    socket.once('close', () => {
      heldInAll -= line.held.length;
      line.held = [];
    });
    return line;
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (isHttp2(request.raw)) return done();
    const { socket } = request.raw;
    const line = lines.get(socket) ?? openLine(socket);
    if (line.underWay < MAX_PIPELINED && !socket.destroyed) {
      line.underWay += 1;
      return done();
    }
    if (heldInAll < MAX_HELD_REQUESTS && !socket.destroyed) {
      heldInAll += 1;
      line.held.push(done);
      socket.pause();
      return;
    }
    // Its other requests that were already read come here too, and stop.
    reply.hijack();
    socket.destroy();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const line = lines.get(request.raw.socket);
    if (line) goOn(request.raw.socket, line);
    done();
  });

  function goOn(socket: Socket, line: Line): void {
    const next = line.held.shift();
    if (!next) {
      line.underWay -= 1;
      return;
    }
    heldInAll -= 1;
    if (line.held.length === 0) socket.resume();
    next();
  }
}
