// Declares the `latchkey keys …` commands.
import { SIGNING_ALGORITHMS } from '../../core/server/keys/signing-key.ts';
import type { CommandSpec } from '../frame/command.ts';

const ALGORITHM_WORDS = SIGNING_ALGORITHMS.join(', ');

export const KEY_COMMANDS: readonly CommandSpec[] = [
  {
    path: ['keys', 'list'],
    summary: 'list the signing keys with their state and the secret that decrypts them',
    audit: { harmless: 'shows no key that signs' },
    flags: [],
    load: () => import('./list.ts'),
  },
  {
    path: ['keys', 'rotate'],
    summary: 'rotate the signing keys as soon as every client can know the next ones',
    audit: 'change',
    danger:
      'Other keys sign from then on. With --revoke, what older keys signed is refused; with --new-secret, refresh tokens from before stop working.',
    flags: [
      {
        name: 'algorithm',
        value: 'ALGORITHM',
        description: `only the keys of one algorithm: ${ALGORITHM_WORDS}`,
        allowed: { test: (value) => SIGNING_ALGORITHMS.some((name) => name === value), words: ALGORITHM_WORDS },
      },
      { name: 'revoke', description: 'after a leak: rotate immediately and revoke every older key' },
      {
        name: 'new-secret',
        description: 'if the previous server secret is lost or leaked: start over with the current one',
      },
    ],
    load: () => import('./rotate.ts'),
  },
  {
    path: ['keys', 'rewrap'],
    summary: 'after a change of the server secret: encrypt the signing keys and other values with the current one',
    audit: 'change',
    flags: [],
    load: () => import('./rewrap.ts'),
  },
];
