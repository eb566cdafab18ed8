// `latchkey clients unblock`: takes documents of a host again.
import type { CommandAnswer, CommandContext } from '../frame/command.ts';
import { setBlocked } from './set-blocked.ts';

export const run = async (context: CommandContext): Promise<CommandAnswer> => setBlocked(context, false);
