// Asks the running server of this machine on its operations listener.
import { get } from 'node:http';
import { formatListen, reachable } from '../settings/config.ts';
import type { Listen } from '../settings/schema.ts';

const PATIENCE_MS = 3000;

export type ServerAnswer = { url: string; status: number | undefined; body: string };

/**
 * @param path such as `/health/ready`
 * @throws CannotAsk when nobody answers
 */
export function askOperationsListener(listen: Listen, path: string): Promise<ServerAnswer> {
  const url = `http://${formatListen(reachable(listen))}${path}`;
  return new Promise((resolve, reject) => {
    const asked = get(url, { timeout: PATIENCE_MS, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        body += chunk;
      });
      response.on('end', () => resolve({ url, status: response.statusCode, body }));
      response.on('error', () => reject(new CannotAsk(url, 'the response ended too early')));
    });
    asked.on('timeout', () => asked.destroy(new Error(`no response within ${PATIENCE_MS / 1000} s`)));
    asked.on('error', (error: NodeJS.ErrnoException) => reject(new CannotAsk(url, error.code ?? error.message)));
  });
}

export class CannotAsk extends Error {
  override readonly name = 'CannotAsk';

  constructor(url: string, reason: string) {
    super(`no server at ${url} (${reason})`);
  }
}
