// `latchkey healthcheck`: asks the running server on this machine whether it is ready. For containers and supervisors.
import { get } from 'node:http';
import { checkSettings, formatListen } from '../config.ts';
import type { Listen } from '../settings-schema.ts';
import { type Answer, type CommandContext, CommandFailed } from './command.ts';

const PATIENCE_MS = 3000;

export async function run({ settingsInput }: CommandContext): Promise<Answer> {
  const settings = checkSettings(settingsInput);
  if (settings.opsListen === 'off') {
    throw new CommandFailed('ops_listen is off: a server without its operations listener cannot be asked');
  }
  const url = `http://${formatListen(reachable(settings.opsListen))}/health/ready`;
  const status = await statusOf(url);
  if (status !== 200) throw new CommandFailed(`the server at ${url} is not ready (it answers ${status})`);
  return { json: { ready: true }, text: 'ready' };
}

/** A server that listens everywhere is asked on loopback. */
function reachable({ host, port }: Listen): Listen {
  if (host === '0.0.0.0') return { host: '127.0.0.1', port };
  return host === '::' ? { host: '::1', port } : { host, port };
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { timeout: PATIENCE_MS, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${PATIENCE_MS / 1000} s`)));
    asked.on('error', (error: NodeJS.ErrnoException) =>
      reject(new CommandFailed(`no server at ${url} (${error.code ?? error.message})`)),
    );
  });
}
