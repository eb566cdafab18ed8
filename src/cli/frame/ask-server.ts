// Queries the server that runs on this machine, on its operations listener.
import { get } from 'node:http';
import type { Listen } from '../../schema/settings/listen.ts';
import { formatListen, reachable } from '../../settings/config.ts';

const TIMEOUT_MS = 3000;

export type ServerAnswer = { url: string; status: number | undefined; body: string };

/**
 * @param path such as `/health/ready`
 * @throws ServerUnreachable when no server answers
 */
export function askOperationsListener(listen: Listen, path: string): Promise<ServerAnswer> {
  const url = `http://${formatListen(reachable(listen))}${path}`;
  return new Promise((resolve, reject) => {
    const request = get(url, { timeout: TIMEOUT_MS, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ url, status: response.statusCode, body }));
      response.on('error', () => reject(new ServerUnreachable(url, 'the response ended too early')));
    });
    request.on('timeout', () => request.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
    request.on('error', (error: NodeJS.ErrnoException) =>
      reject(new ServerUnreachable(url, error.code ?? error.message)),
    );
  });
}

export class ServerUnreachable extends Error {
  override readonly name = 'ServerUnreachable';

  constructor(url: string, reason: string) {
    super(`no server at ${url} (${reason})`);
  }
}
