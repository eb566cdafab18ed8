// The commands of clients that nobody registered (contract 46).
import type { CommandSpec, FlagSpec } from '../frame/command.ts';
import { matching } from '../frame/flags.ts';

const host: FlagSpec = {
  name: 'host',
  value: 'HOST',
  description: 'host of the documents, with the port if their URLs name one',
  required: true,
  allowed: matching(/^[a-z0-9._:[\]-]{1,260}$/, 'a host in lower case, such as claude.ai'),
};

export const CLIENT_COMMANDS: readonly CommandSpec[] = [
  {
    path: ['clients', 'list'],
    summary: 'list hosts of clients that nobody registered, with how many people use them',
    audit: { harmless: 'shows no person' },
    flags: [],
    load: () => import('./list.ts'),
  },
  {
    path: ['clients', 'block'],
    summary: 'take no documents of a host, and switch its clients off',
    audit: 'change',
    danger: 'Nobody can use clients of this host any more, until it is unblocked.',
    flags: [host],
    load: () => import('./block.ts'),
  },
  {
    path: ['clients', 'unblock'],
    summary: 'take documents of a host again, where client_metadata_documents names it',
    audit: 'change',
    flags: [host],
    load: () => import('./unblock.ts'),
  },
];
