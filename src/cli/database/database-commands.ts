// Declares the commands for the database and for the installation as a whole.
import type { CommandSpec } from '../frame/command.ts';

export const DATABASE_COMMANDS: readonly CommandSpec[] = [
  {
    path: ['migrate'],
    summary: 'apply pending database migrations',
    audit: 'change',
    flags: [],
    load: () => import('./migrate.ts'),
  },
  {
    path: ['move'],
    summary: 'copy all data to another, empty database; the server must be stopped',
    audit: 'change',
    flags: [
      { name: 'to', value: 'URL', description: 'the target database: sqlite:PATH or postgres://…', required: true },
      { name: 'from', value: 'URL', description: 'the source database (default: database_url of the settings)' },
    ],
    load: () => import('./move.ts'),
  },
  {
    path: ['backup'],
    summary: 'back up the SQLite database to a file while it is in use, and verify the backup',
    audit: 'look',
    argument: { name: 'FILE', description: 'the backup file to create' },
    flags: [{ name: 'replace', description: 'replace an existing FILE' }],
    load: () => import('./backup.ts'),
  },
  {
    path: ['restore'],
    summary: 'restore the SQLite database from a backup; the server must be stopped',
    audit: 'change',
    argument: { name: 'FILE', description: 'the backup file to restore' },
    flags: [{ name: 'replace', description: 'replace an existing database; it is kept beside the restored one' }],
    load: () => import('./restore.ts'),
  },
  {
    path: ['doctor'],
    summary: 'check everything the server needs, running or not, and explain how to fix problems',
    audit: { harmless: 'counts and checks, and shows nobody' },
    flags: [],
    load: () => import('../frame/doctor.ts'),
  },
];
