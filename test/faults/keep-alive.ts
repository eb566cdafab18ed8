// One connection that is kept, on a bare socket, one request under way at a time: what offers far more than a server
// can answer must itself cost little (`fetch` costs more for each request than the server does).
import { connect, type Socket } from 'node:net';

export type KeptAnswer = { status: number; head: string; body: string };

export type KeptConnection = {
  /** Sends the request as it stands; rejects when the connection ends before the whole answer is there. */
  send(request: string): Promise<KeptAnswer>;
  close(): void;
};

const HEAD_END = '\r\n\r\n';

type Waiting = { resolve(answer: KeptAnswer): void; reject(error: Error): void };

export function openKeptConnection(url: string): Promise<KeptConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(keep(socket));
    });
  });
}

function keep(socket: Socket): KeptConnection {
  let received = '';
  let waiting: Waiting | undefined;
  const settle = (how: (waiting: Waiting) => void): void => {
    const asked = waiting;
    waiting = undefined;
    if (asked) how(asked);
  };
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    received += text;
    const answer = readAnswer(received);
    if (!answer) return;
    received = '';
    settle(({ resolve }) => resolve(answer));
  });
  socket.on('error', (error) => settle(({ reject }) => reject(error)));
  socket.on('close', () => settle(({ reject }) => reject(new Error('The connection was closed.'))));
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        if (socket.destroyed) settle(({ reject }) => reject(new Error('The connection was closed.')));
        else socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** Undefined: not all of it is there. */
function readAnswer(received: string): KeptAnswer | undefined {
  const end = received.indexOf(HEAD_END);
  if (end < 0) return undefined;
  const head = received.slice(0, end);
  const body = received.slice(end + HEAD_END.length);
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
  return body.length < length ? undefined : { status: Number(head.slice(9, 12)), head, body };
}
