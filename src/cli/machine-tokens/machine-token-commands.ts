// The commands of machine tokens (contract 29).

import {
  MACHINE_TOKEN_DEFAULT_DAYS,
  MAX_MACHINE_TOKEN_DAYS,
} from '../../core/applications/machine-tokens/create-machine-token.ts';
import { isScope, MAX_STAFF_SCOPE_DAYS, SCOPES } from '../../core/ground/acts/scope.ts';
import type { CommandSpec } from '../frame/command.ts';
import { matching } from '../frame/flags.ts';

export const MACHINE_TOKEN_COMMANDS: readonly CommandSpec[] = [
  {
    path: ['machine-tokens', 'create'],
    summary: 'create a token that belongs to no person; it is printed only once',
    audit: 'change',
    flags: [
      { name: 'name', value: 'NAME', description: 'what the token is for', required: true },
      {
        name: 'scope',
        value: 'SCOPE',
        description: 'what the token may do',
        required: true,
        repeated: true,
        allowed: { test: isScope, words: SCOPES.join(', ') },
      },
      {
        name: 'expires-in',
        value: 'DAYS',
        description: `days until it expires, at most ${MAX_MACHINE_TOKEN_DAYS}, with the scope roles ${MAX_STAFF_SCOPE_DAYS} (default: ${MACHINE_TOKEN_DEFAULT_DAYS})`,
        allowed: matching(/^[1-9]\d{0,2}$/, `a whole number of days from 1 to ${MAX_MACHINE_TOKEN_DAYS}`),
      },
    ],
    load: () => import('./create.ts'),
  },
  {
    path: ['machine-tokens', 'list'],
    summary: 'list the machine tokens',
    audit: { harmless: 'shows no person' },
    flags: [],
    load: () => import('./list.ts'),
  },
  {
    path: ['machine-tokens', 'delete'],
    summary: 'delete a machine token',
    audit: 'change',
    danger: 'Programs that use the token stop working.',
    flags: [{ name: 'id', value: 'ID', description: 'id of the token', required: true }],
    load: () => import('./delete.ts'),
  },
];
