// Serves every designed state as the auth host would: same policy, same assets, pages at /<state>/<language>.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readVariant } from '../../src/http/pages/button.ts';
import { looksOf } from '../../src/views/assets/assets.ts';
import { renderButton } from '../../src/views/developers/button-image.tsx';
import { LANGUAGES, type Language } from '../../src/views/page/page.ts';
import { LOOKS_PATH } from '../../src/views/policy/sign-in-preview.tsx';
import { assets, brand, otherAssets } from '../unit/views/contexts.ts';
import { LOGOS } from '../unit/views/logos.ts';
import { STATES } from '../unit/views/states.ts';

export const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The page that sends itself is looked at as it is without script, where it stays. */
const atRest = (html: string): string => html.replace(' data-send="true"', '');

/** @throws Error when there is no such state */
export function htmlOf(name: string, language: Language): string {
  const state = Object.hasOwn(STATES, name) ? STATES[name] : undefined;
  if (state === undefined) throw new Error(`There is no state ${name}`);
  return atRest(state(language));
}

const send = (
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  kept = 'no-store',
): void => {
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
    'cache-control': kept,
  });
  response.end(body);
};

const answer = (path: string, query: URLSearchParams, response: ServerResponse): void => {
  const asset = [...Object.values(assets), ...Object.values(otherAssets)].find((candidate) => candidate.path === path);
  if (asset !== undefined) {
    send(response, 200, asset.type, asset.body, 'public, max-age=31536000, immutable');
    return;
  }
  if (path === '/button.svg') {
    send(response, 200, 'image/svg+xml', renderButton(brand, readVariant({ all: (name) => query.getAll(name) })));
    return;
  }
  if (path === LOOKS_PATH) {
    send(response, 200, 'text/css; charset=utf-8', looksOf(query.get('accent_color') ?? ''));
    return;
  }
  const logo = LOGOS[path];
  if (logo !== undefined) {
    send(response, 200, 'image/png', logo);
    return;
  }
  const [, name = '', wanted] = path.split('/');
  const language = LANGUAGES.find((candidate) => candidate === wanted);
  if (!Object.hasOwn(STATES, name) || language === undefined) send(response, 404, 'text/plain', 'no such state');
  else send(response, 200, 'text/html; charset=utf-8', htmlOf(name, language));
};

/** Listens on a free port of the loopback address; `origin` has no trailing slash. */
export const serveStates = async (): Promise<{ origin: string; close(): Promise<void> }> => {
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    answer(pathname, searchParams, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
