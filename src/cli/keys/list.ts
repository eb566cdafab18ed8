// `latchkey keys list`: lists the signing keys with their state and the secret that decrypts them.
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { textTable } from '../frame/text-table.ts';
import { withPorts } from '../frame/with-ports.ts';
import { keyJson } from './key-text.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  return withPorts(context, async (ports) => {
    const keys = await ports.keys.list();
    const documents = keys.map((key) => keyJson(ports, key, keys));
    const rows = documents.map((key) => [
      key.algorithm,
      String(key.number),
      key.state,
      key.signs_from,
      key.secret ?? 'neither',
      key.id,
    ]);
    const heading = ['ALGORITHM', 'NUMBER', 'STATE', 'SIGNS FROM', 'SECRET', 'ID'];
    return { json: documents, text: rows.length > 0 ? textTable(heading, rows) : NO_KEYS };
  });
}

export const NO_KEYS = 'There are no signing keys yet. They are created when they are first needed.';
