// The commands about the database and the installation as a whole, as the map of the command line shows them.
import type { CommandSpec } from './command.ts';

export const DATABASE_COMMANDS: readonly CommandSpec[] = [
  {
    path: ['migrate'],
    summary: 'bring the database up to date',
    flags: [],
    load: () => import('./migrate.ts'),
  },
  {
    path: ['move'],
    summary: 'carry everything to another, empty database, while the server is stopped',
    flags: [
      { name: 'to', value: 'URL', description: 'the database to fill: sqlite:PATH or postgres://…', required: true },
      { name: 'from', value: 'URL', description: 'the database to read (default: that of the settings)' },
    ],
    load: () => import('./move.ts'),
  },
  {
    path: ['backup'],
    summary: 'copy the SQLite database into one file while it is in use, and try that file',
    argument: { name: 'FILE', description: 'the backup to make' },
    flags: [{ name: 'replace', description: 'put it in the place of an older FILE' }],
    load: () => import('./backup.ts'),
  },
  {
    path: ['restore'],
    summary: 'put a backup in the place of the SQLite database, while the server is stopped',
    argument: { name: 'FILE', description: 'the backup to read' },
    flags: [{ name: 'replace', description: 'where a database stands; it is kept beside the restored one' }],
    load: () => import('./restore.ts'),
  },
  {
    path: ['doctor'],
    summary: 'look at everything the server needs, running or not, and say how to fix what is wrong',
    flags: [],
    load: () => import('./doctor.ts'),
  },
];
