// What a command is: its place in the tree, its flags, and where its work is loaded from. The description is cheap to
// load, so that `--help` and the container's health check are quick; the work comes when the command runs.
import type { SettingsInput } from '../settings/sources.ts';
import type { List } from './print-list.ts';

export type FlagSpec = {
  /** Without the two hyphens. */
  name: string;
  /** Placeholder of its value in the help; undefined: a switch. */
  value?: string;
  description: string;
  /** Core tells of what is missing inside an application; the others are required here. */
  required?: boolean;
  repeated?: boolean;
  /** Whether the value may stand there, and what may. */
  allowed?: { test: (value: string) => boolean; words: string };
};

/** `name` is what the help calls it: `FILE`. */
export type ArgumentSpec = { name: string; description: string };

export type CommandSpec = {
  /** `['accounts', 'create']` */
  path: readonly string[];
  summary: string;
  flags: readonly FlagSpec[];
  /** One word without hyphens, required; `Flags` has it under the same name. */
  argument?: ArgumentSpec;
  load(): Promise<CommandWork>;
};

export type CommandWork = {
  run(context: CommandContext): Promise<Answer | undefined>;
  /** Faults of the flags that only core's rules can tell, found without a database; told along with the others. */
  check?(flags: Flags): Promise<readonly string[]> | readonly string[];
};

export type CommandContext = {
  flags: Flags;
  settingsInput: SettingsInput;
  /** Prints an answer as the caller wants it; for commands that go on after answering. */
  print(answer: Answer): void;
  /** The answer of a command that lists what may be without number, instead of a returned one. */
  printList(list: List): Promise<undefined>;
};

/** One answer in two forms: a document for programs, text for people. `failed`: it tells of faults; exit code 1. */
export type Answer = {
  json: unknown;
  text: string;
  failed?: boolean;
  /** Lines for standard error: it was done, and may not be what was meant. */
  warnings?: readonly string[];
};

/** What was given on the command line, after the check of the flags. */
export class Flags {
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(values: ReadonlyMap<string, readonly string[]>) {
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Every value of a repeated flag, in order. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  optional(name: string): string | undefined {
    return this.#values.get(name)?.[0];
  }

  /** Of a required flag, or of the argument. */
  get(name: string): string {
    const value = this.optional(name);
    if (value === undefined) throw new Error(`--${name} was not checked`);
    return value;
  }
}

/** The command cannot do what was asked; each line tells one reason. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly lines: readonly string[];

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
