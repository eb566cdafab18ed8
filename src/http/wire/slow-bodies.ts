// Bodies that never end, over HTTP/2 (contract 10: a request within 15 s). For HTTP/1.1 Node keeps the time itself; for
// streams of an HTTP/2 session it does not.
import type { IncomingMessage } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { PassThrough } from 'node:stream';
import { httpError } from '../errors/http-error.ts';

/** The body to read instead of `message`: it fails with 408 when it is not whole in time. */
export function limitBodyTime(message: IncomingMessage, withinMs: number): PassThrough {
  const body = new PassThrough();
  const timer = setTimeout(() => {
    message.unpipe(body);
    body.destroy(httpError(408));
    // The answer leaves, then the stream is closed although the client has not finished.
    const { stream } = message as IncomingMessage & { stream: ServerHttp2Stream };
    stream.once('finish', () => stream.close());
  }, withinMs);
  const stop = () => clearTimeout(timer);
  message.once('end', stop).once('close', stop);
  message.once('error', (error) => body.destroy(error));
  return message.pipe(body);
}
