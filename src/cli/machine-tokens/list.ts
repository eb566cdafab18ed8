// `latchkey machine-tokens list`: lists the machine tokens, without the tokens themselves, which are not stored.
import { machineTokenJson } from '../../json/account.ts';
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { textTable } from '../frame/text-table.ts';
import { withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  return withPorts(context, async ({ machineTokens }) => {
    const documents = (await machineTokens.list()).map(machineTokenJson);
    const rows = documents.map(({ id, name, scopes, created_at, created_by, last_used_at, expires_at }) => [
      ...[id, name, scopes.join(' '), created_at, created_by, last_used_at, expires_at],
    ]);
    return {
      json: documents,
      text: textTable(['ID', 'NAME', 'SCOPES', 'CREATED', 'BY', 'LAST USED', 'EXPIRES'], rows),
    };
  });
}
