// The commands of usernames that only operators give (contract 2).
import type { CommandSpec } from '../frame/command.ts';

const argument = (description: string) => ({ name: 'NAME', description, repeated: true }) as const;

export const USERNAME_COMMANDS: readonly CommandSpec[] = [
  {
    path: ['usernames', 'reserve'],
    summary: 'let nobody take these usernames, nor any that reads the same, because programs give rights to them',
    audit: 'change',
    flags: [],
    argument: argument('the usernames to reserve'),
    load: () => import('./reserve.ts'),
  },
  {
    path: ['usernames', 'release'],
    summary: 'let people take these usernames again',
    audit: 'change',
    flags: [],
    argument: argument('the usernames to release'),
    load: () => import('./release.ts'),
  },
  {
    path: ['usernames', 'reserved'],
    summary: 'list the usernames that were reserved',
    audit: { harmless: 'shows no person' },
    flags: [],
    load: () => import('./reserved.ts'),
  },
];
