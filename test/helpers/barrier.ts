// Holds requests at a barrier and releases them together. Each is on a connection of its own, complete except for its
// last byte; then all last bytes are written in one turn. Race tests need this, and a pool of `fetch` calls does not
// provide it.
import { connect, type Socket } from 'node:net';

export type BarrierAnswer = { status: number; body: string };

export class Barrier {
  readonly #sockets: Socket[] = [];

  /** @param origins where to connect; the `count` connections are spread over them in turn */
  static async open(origins: readonly string[], count: number): Promise<Barrier> {
    const barrier = new Barrier();
    await Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const { hostname, port } = new URL(origins[i % origins.length] as string);
        const socket = connect(Number(port), hostname === 'localhost' ? '127.0.0.1' : hostname);
        socket.setNoDelay(true);
        await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
        barrier.#sockets.push(socket);
      }),
    );
    return barrier;
  }

  /** Posts each form on a connection of its own, all at once. Resolves with the answers in the same order. */
  post(path: string, forms: readonly string[]): Promise<BarrierAnswer[]> {
    return this.send(forms.map((form) => ({ path, form })));
  }

  /** The same for several paths. */
  async send(requests: readonly { path: string; form: string }[]): Promise<BarrierAnswer[]> {
    const answers = requests.map(({ path, form }, i) => {
      const socket = this.#sockets[i] as Socket;
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
          `Content-Length: ${form.length}\r\n\r\n${form.slice(0, -1)}`,
      );
      return readAnswer(socket);
    });
    // Time for the held parts to arrive, so that only the last bytes race.
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (const [i, { form }] of requests.entries()) this.#sockets[i]?.write(form.slice(-1));
    return Promise.all(answers);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Reads one answer with a `Content-Length` from a keep-alive connection. */
function readAnswer(socket: Socket): Promise<BarrierAnswer> {
  return new Promise((resolve, reject) => {
    let received = '';
    const onData = (chunk: Buffer) => {
      received += chunk.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? 0);
      const body = received.slice(end + 4);
      if (body.length < length) return;
      finish();
      resolve({ status: Number(received.slice(9, 12)), body });
    };
    const onEnd = () => {
      finish();
      reject(new Error(`The connection ended after: ${received}`));
    };
    const finish = () => {
      socket.off('data', onData).off('close', onEnd).off('error', onEnd);
    };
    socket.on('data', onData).on('close', onEnd).on('error', onEnd);
  });
}
