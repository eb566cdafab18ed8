// Closing: what is under way is answered, idle connections are closed at once, and whoever is still there when the time
// is up is cut (contract 1, SIGTERM; case M8). Node closes idle connections once, at the start; a connection that was
// busy then would stay for its whole keep-alive time.
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const LOOK_EVERY_MS = 50;
/** How long a peer has to read what was sent before its connection is destroyed. */
const LINGER_MS = 500;

/** What Node's servers, HTTP and HTTP/2 alike, can close. */
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
    // Graceful: tells the peer to send no more and ends after the streams under way.
    for (const session of sessions) session.close();
    const server = app.server as Closable;
    const looking = setInterval(() => {
      server.closeIdleConnections?.();
      // Opened in advance, as browsers and proxies do: Node takes them for busy.
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
 * Node destroys an idle connection. If the peer has sent more meanwhile (it pipelines), the kernel then answers with a
 * reset, and a reset takes answers along that the peer has not read yet. So: take no more requests, say that nothing
 * follows, and leave the peer time to read.
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
      socket.pause();
      socket.end();
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    }
  };
}
