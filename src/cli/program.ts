// The program: runs the command that its arguments name.
import { commandLine } from './command-line.ts';

void commandLine().parseAsync();
