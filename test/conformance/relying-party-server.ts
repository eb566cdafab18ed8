// What a relying party has on the network: the addresses that browsers and the provider call. It keeps every request,
// so that a module judges what really arrived: by which method, in the query or as a form.
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  method: string;
  path: string;
  query: URLSearchParams;
  /** The body, read as a form whatever its type. */
  form: URLSearchParams;
  headers: IncomingHttpHeaders;
};

export type RelyingPartyServer = {
  /** `http://localhost:…`, without a slash at the end. */
  readonly url: string;
  /** Requests to this path since the last `forget`, oldest first. */
  received(path: string): readonly Received[];
  forget(): void;
  stop(): Promise<void>;
};

export async function startRelyingPartyServer(): Promise<RelyingPartyServer> {
  let kept: Received[] = [];
  const server = createServer(async (request, response) => {
    kept.push(await readRequest(request));
    response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' }).end('<p>Received.</p>');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const received = (path: string) => kept.filter((one) => one.path === path);
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    received,
    forget() {
      kept = [];
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<Received> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const url = new URL(request.url ?? '/', 'http://localhost');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(body),
    headers: request.headers,
  };
}
