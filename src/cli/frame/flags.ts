// Reads and checks the flags of a command. Everything missing, unknown, repeated or wrong is reported at once (contract
// 1); commander alone would stop at the first fault.
import type { Command } from 'commander';
import { readEmailAddress } from '../../core/ground/accounts/email.ts';
import { ID } from '../../core/ground/secrets.ts';
import type { AccountName } from '../../core/people/accounts/administer-accounts.ts';
import { type ArgumentSpec, type CommandSpec, type FlagSpec, Flags } from './command.ts';

/** The flags of every command. */
export const COMMON_FLAGS: readonly FlagSpec[] = [
  { name: 'config', value: 'FILE', description: 'YAML file with the settings (default: config/latchkey.yaml)' },
  { name: 'json', description: 'print the result as one JSON document' },
];

const YES: FlagSpec = { name: 'yes', description: 'do it without asking' };

/** The flags of one command, without the common ones. */
export const flagsOf = ({ flags, danger }: Pick<CommandSpec, 'flags' | 'danger'>): readonly FlagSpec[] =>
  danger === undefined ? flags : [...flags, YES];

export const matching = (pattern: RegExp, words: string): FlagSpec['allowed'] & object => ({
  test: (value) => pattern.test(value),
  words,
});

/** Names the account that the command is about. */
export const email: FlagSpec = {
  name: 'email',
  value: 'ADDRESS',
  description: 'email address of the account',
  required: true,
  allowed: {
    test: (value) => readEmailAddress(value) !== undefined,
    words: 'an email address such as name@example.com',
  },
};

const NAMES_OF_ACCOUNT: readonly FlagSpec[] = [
  {
    name: 'id',
    value: 'ID',
    description: 'id of the account, instead of its address',
    allowed: matching(ID, 'an id: 32 digits and letters from a to f'),
  },
  { name: 'sub', value: 'SUB', description: '`sub` by which an application knows the person, instead of the address' },
];

/** Name the account in one of four ways. `accountOf` reads them. */
export const ACCOUNT_FLAGS: readonly FlagSpec[] = [
  { ...email, instead: ['id', 'sub', 'username'] },
  ...NAMES_OF_ACCOUNT,
  { name: 'username', value: 'NAME', description: 'username of the account, instead of its address' },
];

/** The same for a command in which `--username` is a value. */
export const ACCOUNT_FLAGS_BESIDE_USERNAME: readonly FlagSpec[] = [
  { ...email, instead: ['id', 'sub'] },
  ...NAMES_OF_ACCOUNT,
];

/** What the flags name; undefined when none of them is given. */
export function accountOf(flags: Flags): AccountName | undefined {
  const [id, sub, address] = [flags.optional('id'), flags.optional('sub'), flags.optional('email')];
  if (id !== undefined) return { id };
  if (sub !== undefined) return { sub };
  // Last: beside `ACCOUNT_FLAGS_BESIDE_USERNAME`, it names no account.
  const username = flags.optional('username');
  return address ?? (username === undefined ? undefined : { username });
}

/** The flags of the command line with their values; `null`: a value is missing. */
export type GivenFlags = Map<string, (string | null)[]>;

/** Declares the flags on the command and collects those that are given. Values are optional until `checkFlags`. */
export function declareFlags(command: Command, specs: readonly FlagSpec[]): GivenFlags {
  const given: GivenFlags = new Map();
  for (const spec of specs) {
    const flag = spec.value === undefined ? `--${spec.name}` : `--${spec.name} [${spec.value}]`;
    command.option(flag, describe(spec));
    command.on(`option:${spec.name}`, (value?: string | null) => {
      const values = given.get(spec.name) ?? [];
      values.push(value ?? null);
      given.set(spec.name, values);
    });
  }
  command.allowUnknownOption().allowExcessArguments();
  return given;
}

function describe({ description, required, instead, repeated }: FlagSpec): string {
  const needed = ['required', ...(instead ?? []).map((name) => `--${name}`)].join(', or ');
  const notes = [required ? needed : '', repeated ? 'may be repeated' : ''].filter((note) => note !== '');
  return notes.length > 0 ? `${description} (${notes.join('; ')})` : description;
}

/**
 * @param given the flags that were given
 * @param words the words that belong to no flag of the command
 */
export function checkFlags(
  { flags: specs, argument }: { flags: readonly FlagSpec[]; argument?: ArgumentSpec | undefined },
  given: GivenFlags,
  words: readonly string[],
): { flags: Flags; faults: string[] } {
  const mayBeInput = argument?.standardInput ?? false;
  const isGiven = (word: string, at: number) => isArgument(word, words[at - 1]) || (mayBeInput && word === '-');
  const places = argument ? words.flatMap((word, at) => (isGiven(word, at) ? [at] : [])) : [];
  const taken = argument?.repeated ? places : places.slice(0, 1);
  const faults = excessFaults(words.filter((_, at) => !taken.includes(at)));
  const values = new Map<string, readonly string[]>();
  if (argument && taken.length === 0) faults.unshift(`${argument.name} is missing: ${argument.description}`);
  if (argument && taken.length > 0) {
    values.set(
      argument.name,
      taken.map((at) => words[at] ?? ''),
    );
  }
  for (const spec of specs) {
    const raw = given.get(spec.name);
    const others = (spec.instead ?? []).filter((name) => given.has(name));
    if (others.length > (raw === undefined ? 1 : 0))
      faults.push(`${[spec.name, ...(spec.instead ?? [])].map((name) => `--${name}`).join(', ')}: give one of them`);
    if (raw === undefined) {
      if (spec.required && others.length === 0) faults.push(`--${spec.name} is missing: ${spec.description}`);
      continue;
    }
    faults.push(...valueFaults(spec, raw));
    values.set(
      spec.name,
      raw.filter((value) => value !== null),
    );
  }
  return { flags: new Flags(values), faults };
}

/** As the help and the documentation show it: `FILE`, `NAME…`. */
export const argumentText = ({ name, repeated }: ArgumentSpec): string => `${name}${repeated ? '…' : ''}`;

/** A word after an unknown flag is most likely its value. */
const isArgument = (word: string, before: string | undefined): boolean =>
  word !== '' && !word.startsWith('-') && !(before?.startsWith('-') ?? false);

function valueFaults(spec: FlagSpec, raw: readonly (string | null)[]): string[] {
  const faults: string[] = [];
  if (!spec.repeated && raw.length > 1) faults.push(`--${spec.name} was given ${raw.length} times; give it once`);
  if (spec.value === undefined) return faults;
  for (const value of raw) {
    if (value === null) faults.push(`--${spec.name} needs a value: ${spec.description}`);
    else if (spec.allowed && !spec.allowed.test(value)) {
      faults.push(`--${spec.name} ${JSON.stringify(value)} is not valid; allowed: ${spec.allowed.words}`);
    }
  }
  return faults;
}

/** A word after an unknown flag is most likely its value, so it is no second fault. */
function excessFaults(excess: readonly string[]): string[] {
  return excess.flatMap((argument, index) => {
    if (argument.startsWith('-')) return [`${argument.split('=', 1)[0]} is not a flag of this command`];
    const follows = excess[index - 1]?.startsWith('-') ?? false;
    return follows ? [] : [`${JSON.stringify(argument)} is not expected here`];
  });
}
