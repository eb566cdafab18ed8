// The last response of an HTTP/1.1 connection (contract 9: a request never has two responses). A response that is sent
// before the body of its request was read must be the last one. Otherwise the rest of the body would be parsed as the
// next request, or would block the connection until a time limit, which has a response of its own. So the response says
// `Connection: close`, and the server ends its side of the connection. It goes on reading and discards the data for a
// moment: if it closed the socket at once, the kernel would send a reset, and a reset discards responses that the peer
// has not read yet.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody, isHttp2 } from './request-parts.ts';

/** How long a peer that goes on sending has to read its last response. */
const LINGER_MS = 2000;

/** Connections whose last response is being sent or was sent. */
const ending = new WeakSet<Socket>();
/** The newest request with a body on each connection. Until it is complete, what arrives is that body. */
const withBody = new WeakMap<Socket, FastifyReply>();

/** Register it before everything that responds, and after `limitPipelining`. */
export function registerConnectionEnds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (isHttp2(raw)) return done();
    if (ending.has(raw.socket)) {
      reply.hijack();
      return;
    }
    if (hasBody(raw)) withBody.set(raw.socket, reply);
    if (hasDoubtfulLength(raw)) endWith(request, reply);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.raw.complete || !hasBody(request.raw)) return done(null, payload);
    // A body that came with the headers is complete a moment later, and the connection can stay open.
    setImmediate(() => {
      if (!request.raw.complete) endWith(request, reply);
      done(null, payload);
    });
  });
}

/** RFC 9112 6.1: HTTP/1.0 has no transfer codings, so a proxy may disagree about where the body ends. */
const hasDoubtfulLength = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.0' && headers['transfer-encoding'] !== undefined;

/** Makes the response to this request the last one of its connection; over HTTP/2, closes the stream. */
export function endWith(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (isHttp2(raw)) {
    const { stream } = raw;
    stream.once('finish', () => stream.close());
    return;
  }
  const { socket } = raw;
  reply.header('connection', 'close');
  ending.add(socket);
  // Node calls this when the response is written. The original destroys the connection.
  socket.destroySoon = () => {
    raw.resume();
    hangUp(socket);
  };
}

/** Ends our side of the connection, and gives the peer a moment to read what was sent. */
export function hangUp(socket: Socket, lastWords = ''): void {
  socket.end(lastWords);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Whether the peer is sending the rest of a body whose request has its response. */
export function isBehindAnswer(socket: Socket): boolean {
  const reply = withBody.get(socket);
  return reply !== undefined && !reply.request.raw.complete && reply.raw.headersSent;
}
