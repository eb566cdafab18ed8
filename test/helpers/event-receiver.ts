// A receiver of events as applications run it: it checks each message with a library for Standard Webhooks, and keeps
// what it got.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export type EventBody = {
  type: string;
  timestamp: string;
  application: string;
  sequence: number;
  data: { sub?: string; [member: string]: unknown };
  part_of?: string;
};
export type Received = { path: string; headers: IncomingHttpHeaders; text: string; body: EventBody };

/** What a receiver does with a message; by default it answers 204. */
export type Behaviour = (response: ServerResponse, message: Received) => void;

export async function startReceiver() {
  const received: Received[] = [];
  const behaviours = new Map<string, Behaviour>();
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const message = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text || '{}') };
    received.push(message);
    const behave = behaviours.get(message.path) ?? ((to) => to.writeHead(204).end());
    behave(response, message);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    at: (path: string) => received.filter((message) => message.path === path),
    urlOf: (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    behave: (path: string, behaviour: Behaviour) => behaviours.set(path, behaviour),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** @returns the body @throws when the signature is wrong or the time is not that of now */
export const verified = ({ headers, text }: Received, secret: string): EventBody =>
  new Webhook(secret).verify(text, headers as Record<string, string>) as EventBody;
