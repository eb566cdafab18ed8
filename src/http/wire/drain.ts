// Shutdown: requests in progress are answered, idle connections are closed at once, and what is still open after the
// time limit is destroyed (contract 1, SIGTERM; case M8). Node closes idle connections only once, at the start of the
// shutdown. A connection that is busy at that moment would stay open for its whole keep-alive time.
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 50;
/** How long a peer has to read the last response before its connection is destroyed. */
const LINGER_MS = 500;

/** Servers that speak HTTP/2 alone lack the method. */
type Closable = { closeIdleConnections?(): void };

export function registerDrain(app: FastifyInstance, withinSeconds: number): void {
  const sockets = new Set<Socket>();
  const sessions = new Set<Http2Session>();
  app.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.server.on('session', (session: Http2Session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  if (!('setSecureContext' in app.server)) hangUpGently(app.server, sockets);
  app.addHook('preClose', (done) => {
    // Graceful: the peer opens no more streams, and those in progress are completed.
    for (const session of sessions) session.close();
    const server = app.server as Closable;
    const looking = setInterval(() => {
      server.closeIdleConnections?.();
      // Browsers and proxies open connections in advance. Node counts them as busy.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    }, LOOK_EVERY_MS);
    const cutting = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, withinSeconds * 1000);
    app.server.once('close', () => {
      clearInterval(looking);
      clearTimeout(cutting);
    });
    done();
  });
}

/**
 * Node destroys idle connections. If the peer has sent more requests meanwhile (pipelining), the kernel then sends a
 * reset, which discards responses that the peer has not read yet. So this ends our side of the connection, drops what
 * still arrives, and is done when the peer has ended its side too, or has had its time to read.
 */
function hangUpGently(server: HttpServer, sockets: ReadonlySet<Socket>): void {
  const underWay = new Map<Socket, number>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (underWay.get(socket) ?? 1) - 1;
      if (left > 0) underWay.set(socket, left);
      else underWay.delete(socket);
    });
  });
  const leaving = new WeakSet<Socket>();
  server.closeIdleConnections = () => {
    for (const socket of sockets) {
      if (underWay.has(socket) || leaving.has(socket) || socket.bytesRead === 0) continue;
      leaving.add(socket);
      // Takes the connection from the HTTP parser, which would begin another request.
      socket.removeAllListeners('data').on('data', () => {});
      socket.resume();
      socket.end();
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    }
  };
}
