// The last answer of an HTTP/1.1 connection (contract 9: one request never has two answers). An answer that leaves
// before the body of its request was read must be the last: the rest of that body would be taken for what comes next,
// or stand in the way until a time limit that has an answer of its own, while a proxy keeps the connection for it. So
// the answer says `Connection: close`, our side of the connection ends with it, and what still comes is read and
// dropped for a moment: closed at once, the kernel would send a reset, which takes along answers that the peer has not
// read yet.
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBody, isHttp2 } from './request-parts.ts';

/** How long a peer that goes on sending has to read its last answer. */
const LINGER_MS = 2000;

/** Connections whose last answer is on its way, or gone. */
const ending = new WeakSet<Socket>();
/** Of each connection the newest request that has a body: while it is not whole, what comes is that body. */
const withBody = new WeakMap<Socket, FastifyReply>();

/** Before all that answers requests, and behind what holds them back: those behind the last answer are none. */
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
    // What came in one piece with the head is there a moment later, and such a connection goes on.
    setImmediate(() => {
      if (!request.raw.complete) endWith(request, reply);
      done(null, payload);
    });
  });
}

/** RFC 9112 6.1: HTTP/1.0 knows no transfer codings, so somebody on the way may have seen another end of the body. */
const hasDoubtfulLength = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.0' && headers['transfer-encoding'] !== undefined;

/** The answer to this request is the last of its connection. Over HTTP/2 it is the last of its stream in any case. */
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
  // What Node calls when the answer that says so is written. Its own destroys the connection.
  socket.destroySoon = () => {
    raw.resume();
    hangUp(socket);
  };
}

/** Says that nothing follows, and leaves the peer a moment to read what was sent. */
export function hangUp(socket: Socket, lastWords = ''): void {
  socket.end(lastWords);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Whether what the peer sends now is the rest of a body whose request has its answer. */
export function isBehindAnswer(socket: Socket): boolean {
  const reply = withBody.get(socket);
  return reply !== undefined && !reply.request.raw.complete && reply.raw.headersSent;
}
