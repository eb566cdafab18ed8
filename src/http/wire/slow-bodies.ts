// The time limit of request bodies over HTTP/2 (contract 10: a request within 15 s). Node has such a limit for HTTP/1.1
// only, one for all routes; an upload that may take longer limits itself.
import type { IncomingMessage } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { httpError } from '../errors/http-error.ts';

/** @returns the body to read instead of `message`. It fails with 408 if it is not complete in time. */
export function limitBodyTime(message: IncomingMessage, withinMs: number): PassThrough {
  const body = new PassThrough();
  const timer = setTimeout(() => {
    message.unpipe(body);
    body.destroy(httpError(408));
    // After the response, the stream is closed although the client is still sending.
    const { stream } = message as IncomingMessage & { stream: ServerHttp2Stream };
    stream.once('finish', () => stream.close());
  }, withinMs);
  const stop = () => clearTimeout(timer);
  message.once('end', stop).once('close', stop);
  message.once('error', (error) => body.destroy(error));
  return message.pipe(body);
}

const limitingThemselves = new WeakSet<Socket>();

/** Until the function that it returns is called, Node's limit does not end the HTTP/1.1 request on this connection. */
export function liftTimeLimit({ socket }: IncomingMessage): () => void {
  limitingThemselves.add(socket);
  return () => limitingThemselves.delete(socket);
}

/** Node reports a late request once, and leaves its connection to the listener. */
export const hasNoTimeLimit = (socket: Socket): boolean => limitingThemselves.has(socket);
