// Declares the `latchkey accounts …` commands that read and write files of accounts.
import type { CommandSpec } from '../frame/command.ts';
import { matching } from '../frame/flags.ts';

const FORMAT_WORDS = 'jsonl, keycloak, auth0, firebase';

export const ACCOUNT_FILE_COMMANDS = {
  import: {
    summary: 'create the accounts of a file from another system; accounts that exist are left alone',
    audit: 'change',
    argument: {
      name: 'FILE',
      description: 'the file with the accounts, the directory of an export of Keycloak, or - for standard input',
      standardInput: true,
    },
    flags: [
      {
        name: 'format',
        value: 'FORMAT',
        description: `the system that wrote the file: ${FORMAT_WORDS} (default: jsonl)`,
        allowed: matching(/^(jsonl|keycloak|auth0|firebase)$/, FORMAT_WORDS),
      },
      { name: 'passwords', value: 'FILE', description: 'with --format auth0: the file with the password hashes' },
      {
        name: 'hash-config',
        value: 'FILE',
        description: 'with --format firebase: the file with the parameters of the password hashes',
      },
      {
        name: 'realm',
        value: 'NAME',
        description: 'with --format keycloak: the realm, where the directory has the users of several',
      },
      {
        name: 'subject-for',
        value: 'ID',
        description: 'id of an application that knows people by their ids in the other system',
        repeated: true,
      },
      { name: 'dry-run', description: 'check the file and count, and store nothing' },
      {
        name: 'update',
        description: 'change profiles of accounts that exist, and passwords of imported ones that were never used',
      },
      { name: 'with-roles', description: 'give the roles of the file, and reserved usernames' },
      { name: 'with-groups', description: 'create the groups of the file that there are not' },
      {
        name: 'report',
        value: 'DIR',
        description: 'directory for the reports of refused lines and notes (default: beside FILE)',
      },
    ],
    load: () => import('./import.ts'),
  },
  export: {
    summary: 'export all accounts as JSON Lines, which the import reads',
    audit: 'look',
    flags: [
      {
        name: 'reason',
        value: 'TEXT',
        description: 'why, in at most 200 characters; it is kept in the audit',
        required: true,
        allowed: matching(/^\P{C}{1,200}$/u, 'one line of at most 200 characters'),
      },
      { name: 'output', value: 'FILE', description: 'file to create (default: standard output)' },
      { name: 'with-credentials', description: 'with password hashes, secrets of one-time codes and passkeys' },
    ],
    load: () => import('./export.ts'),
  },
} satisfies Readonly<Record<string, Omit<CommandSpec, 'path'>>>;
