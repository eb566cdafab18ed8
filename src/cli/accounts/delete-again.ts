// `latchkey accounts delete-again FILE`: after an older backup was restored, deletes the accounts again that were
// deleted since (contract 27).
import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { deleteAgain } from '../../core/operating/leaving/delete-again.ts';
import { type CommandAnswer, type CommandContext, CommandFailed } from '../frame/command.ts';
import { withPorts } from '../frame/with-ports.ts';

export function run(context: CommandContext): Promise<CommandAnswer> {
  const file = context.flags.get('FILE');
  if (!existsSync(file)) throw new CommandFailed(`${file}: there is no such file`);
  return withPorts(context, async (ports) => {
    const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
    const { listed, count: deleted, keptOperator } = await deleteAgain(ports, lines);
    if (keptOperator !== undefined) {
      throw new CommandFailed(
        `${deleted} accounts were deleted again. ${keptOperator} is the last enabled operator, and stays: create or enable another one, and run the command again`,
      );
    }
    const text = `${file} names ${listed} deleted accounts. ${deleted} of them existed, and were deleted again. An operator has the applications that they owned.`;
    return { json: { listed, deleted }, text };
  });
}
