// Describes a command: its path, its flags, and how its code is loaded. The description is cheap to load, so that
// `--help` and the container's health check are quick. The code is loaded when the command runs.
import type { SettingsInput } from '../../settings/sources.ts';
import type { List } from './print-list.ts';

export type FlagSpec = {
  /** Without the two hyphens. */
  name: string;
  /** Placeholder of its value in the help; undefined: the flag is a switch. */
  value?: string;
  description: string;
  /** Whether the flag must be given. Core reports what is missing inside an application. */
  required?: boolean;
  /** Flags of the command that can be given instead: of all of them, one at most. */
  instead?: readonly string[];
  repeated?: boolean;
  /** Tests a value; `words` says what is allowed. */
  allowed?: { test: (value: string) => boolean; words: string };
};

/** `name`: its placeholder in the help, such as `FILE`. `standardInput`: it may be `-`. `repeated`: at least one. */
export type ArgumentSpec = { name: string; description: string; standardInput?: boolean; repeated?: true };

/**
 * What the audit tells of a command (contract 61): `change` and `look` are recorded with the ports that the command
 * opens (`with-ports.ts`) or by `recordCommand`; `harmless` says why there is nothing to tell.
 */
export type CommandAudit = 'change' | 'look' | { harmless: string };

export type CommandSpec = {
  /** `['accounts', 'create']` */
  path: readonly string[];
  summary: string;
  audit: CommandAudit;
  flags: readonly FlagSpec[];
  /**
   * What the command ends for good, as a sentence: it asks on a terminal, and elsewhere needs `--yes`, which every such
   * command has (contract 1).
   */
  danger?: string;
  /** A required argument that is not a flag. `Flags` has it under the same name. */
  argument?: ArgumentSpec;
  load(): Promise<CommandWork>;
};

export type CommandWork = {
  run(context: CommandContext): Promise<CommandAnswer | undefined>;
  /** Finds faults in the flags by core's rules, without a database. They are reported together with the others. */
  check?(flags: Flags): Promise<readonly string[]> | readonly string[];
};

export type CommandContext = {
  /** Its path, such as `accounts create`. */
  command: string;
  flags: Flags;
  settingsInput: SettingsInput;
  /** It changes nothing but the audit, so it creates and migrates no database. */
  onlyReads: boolean;
  /** Prints an answer in the requested format, for commands that continue after answering. */
  print(answer: CommandAnswer): void;
  /** Prints a list of any length, for commands that do so instead of returning an answer. */
  printList(list: List): Promise<undefined>;
};

/**
 * One answer in two forms: a document for programs, text for people. `failed`: it reports faults, and the exit code is
 * 1.
 */
export type CommandAnswer = {
  json: unknown;
  text: string;
  failed?: boolean;
  /** Lines for standard error about effects that may be unintended. */
  warnings?: readonly string[];
};

/** The values of the command line, after the flags were checked. */
export class Flags {
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(values: ReadonlyMap<string, readonly string[]>) {
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** Every value of a repeated flag or argument, in order. */
  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }

  optional(name: string): string | undefined {
    return this.#values.get(name)?.[0];
  }

  /** The value of a required flag, or of the argument. */
  get(name: string): string {
    const value = this.optional(name);
    if (value === undefined) throw new Error(`--${name} was not checked`);
    return value;
  }
}

/** The command cannot do what was requested; each line gives one reason. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly lines: readonly string[];

  constructor(...lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}
