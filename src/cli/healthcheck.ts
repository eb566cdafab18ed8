// `latchkey healthcheck`: asks the running server on this machine whether it is ready. For containers and supervisors.
import { checkSettings } from '../settings/config.ts';
import { askOperationsListener, ServerUnreachable } from './frame/ask-server.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from './frame/command.ts';

export async function run({ settingsInput }: CommandContext): Promise<CommandAnswer> {
  const settings = checkSettings(settingsInput);
  if (settings.opsListen === 'off') {
    throw new CommandFailed('ops_listen is off: the health check needs the operations listener');
  }
  const { url, status } = await askOperationsListener(settings.opsListen, '/health/ready').catch((error: unknown) => {
    throw error instanceof ServerUnreachable ? new CommandFailed(error.message) : error;
  });
  if (status !== 200) throw new CommandFailed(`the server at ${url} is not ready (status ${status})`);
  return { json: { ready: true }, text: 'ready' };
}
