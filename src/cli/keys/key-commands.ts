// The commands about signing keys, as the map of the command line shows them.
import { SIGNING_ALGORITHMS } from '../../core/keys/signing-key.ts';
import type { CommandSpec } from '../command.ts';

const ALGORITHM_WORDS = SIGNING_ALGORITHMS.join(', ');

export const KEY_COMMANDS: readonly CommandSpec[] = [
  {
    path: ['keys', 'list'],
    summary: 'list the signing keys, what each is now, and which secret opens it',
    flags: [],
    load: () => import('./list.ts'),
  },
  {
    path: ['keys', 'rotate'],
    summary: 'change to the next signing keys as soon as every client can know them',
    flags: [
      {
        name: 'algorithm',
        value: 'ALGORITHM',
        description: `only the keys of one: ${ALGORITHM_WORDS}`,
        allowed: { test: (value) => SIGNING_ALGORITHMS.some((name) => name === value), words: ALGORITHM_WORDS },
      },
      { name: 'revoke', description: 'after a leak: change at once and give up every older key' },
      {
        name: 'new-secret',
        description: 'where the server secret of before is lost or leaked: begin with the one given now',
      },
    ],
    load: () => import('./rotate.ts'),
  },
  {
    path: ['keys', 'rewrap'],
    summary: 'encrypt the signing keys and other values with the current secret, after it was changed',
    flags: [],
    load: () => import('./rewrap.ts'),
  },
];
