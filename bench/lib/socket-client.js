// One keep-alive HTTP/1.1 connection on a bare socket, with one request at a time (no pipelining). A general-purpose
// client costs more CPU per request than the fastest server measured here, so it would be the bottleneck.
import { connect } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');

/** @typedef {{ status: number, head: string, body: string }} Answer */

export class SocketClient {
  #socket;
  #received = Buffer.alloc(0);
  /** @type {{ resolve: (answer: Answer) => void, reject: (error: Error) => void } | undefined} */
  #waiting;

  constructor(socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The server closed the connection.')));
  }

  /** @returns {Promise<SocketClient>} */
  static open(port) {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new SocketClient(socket));
      });
    });
  }

  /** The client's port. */
  get localPort() {
    return this.#socket.localPort;
  }

  /** Sends the request unchanged and resolves with the complete answer. @returns {Promise<Answer>} */
  send(request) {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close() {
    this.#waiting = undefined;
    this.#socket.destroy();
  }

  #fail(error) {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }

  #take(chunk) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.latin1Slice(0, headEnd);
    const bodyStart = headEnd + 4;
    const bodyEnd = bodyStart + bodyLength(head);
    if (this.#received.length < bodyEnd) return;
    const answer = {
      status: Number(head.slice(9, 12)),
      head,
      body: this.#received.toString('utf8', bodyStart, bodyEnd),
    };
    this.#received = this.#received.subarray(bodyEnd);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(answer);
  }
}

function bodyLength(head) {
  const match = /\r\ncontent-length: *(\d+)/i.exec(head);
  if (match) return Number(match[1]);
  if (/\r\ntransfer-encoding:/i.test(head)) throw new Error(`The driver reads no chunked answers: ${head}`);
  return 0;
}

/** The value of a header of an answer; undefined: it has none. */
export function headerOf(answer, name) {
  return new RegExp(`\\r\\n${name}: *([^\\r]*)`, 'i').exec(answer.head)?.[1];
}

/** A GET request as text. `headers` are complete lines. */
export const get = (port, target, headers = []) =>
  `GET ${target} HTTP/1.1\r\nHost: localhost:${port}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`;

/** A POST request with a form body as text. `headers` are complete lines. */
export function post(port, target, parameters, headers = []) {
  const body = new URLSearchParams(parameters).toString();
  return (
    `POST ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
    `${headers.map((line) => `${line}\r\n`).join('')}Content-Length: ${body.length}\r\n\r\n${body}`
  );
}
