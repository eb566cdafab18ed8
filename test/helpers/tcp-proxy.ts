// A small TCP proxy in front of a database, which fails in the ways that networks do: it cuts connections, refuses
// them, or loses an answer after the work was done.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type TcpProxy = {
  readonly port: number;
  /** Cuts every connection at once. */
  cut(): void;
  /** Ends new connections as soon as they are made, from now on. */
  refuse(): void;
  accept(): void;
  /** Connects new connections to this port, from now on. */
  lead(port: number): void;
  /**
   * Forwards the next message to the server that contains `text`, or runs what was prepared from it. When the server
   * answers it, cuts the connection instead.
   * @returns resolves when that has happened
   */
  loseAnswerTo(text: string): Promise<void>;
  /** Drops the next message to the server that contains `text`, without telling anybody. */
  swallow(text: string): void;
  close(): Promise<void>;
};

/** A Parse message of PostgreSQL's protocol: the name of the prepared statement, and its text. */
const PREPARES = /P.{4}([0-9a-f]{32})\0([^\0]*)\0/gs;

export async function startTcpProxy(targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let leadsTo = targetPort;
  let refusing = false;
  let toLose: { text: string; lost: () => void } | undefined;
  let toSwallow: string | undefined;

  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  };
  const server = createServer((client) => {
    track(client);
    if (refusing) return client.destroy();
    const target = connect(leadsTo, '127.0.0.1');
    track(target);
    let losing: (() => void) | undefined;
    const prepared = new Map<string, string>();
    client.on('data', (chunk) => {
      const message = chunk.toString('latin1');
      for (const [, name = '', text = ''] of message.matchAll(PREPARES)) prepared.set(name, text);
      const meant = [message, ...[...prepared].filter(([name]) => message.includes(name)).map(([, text]) => text)];
      const wanted = toLose;
      if (wanted && meant.some((one) => one.includes(wanted.text))) {
        losing = wanted.lost;
        toLose = undefined;
      }
      if (toSwallow !== undefined && message.includes(toSwallow)) toSwallow = undefined;
      else target.write(chunk);
    });
    target.on('data', (chunk) => {
      if (!losing) return client.write(chunk);
      client.destroy();
      target.destroy();
      losing();
      return undefined;
    });
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    refuse() {
      refusing = true;
    },
    accept() {
      refusing = false;
    },
    lead(port) {
      leadsTo = port;
    },
    loseAnswerTo: (text) =>
      new Promise((lost) => {
        toLose = { text, lost };
      }),
    swallow(text) {
      toSwallow = text;
    },
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The URL of the same database through the proxy. */
export function through(proxy: TcpProxy, url: string): string {
  const own = new URL(url);
  own.port = String(proxy.port);
  return own.href;
}
