// `latchkey clients block`: takes no documents of a host, and switches its clients off.
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { setBlocked } from './set-blocked.ts';

export const run = async (context: CommandContext): Promise<CommandAnswer> => setBlocked(context, true);
