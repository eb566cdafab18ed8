// Declares the `latchkey applications …` commands.
import { ALL_GROUP_LISTS } from '../../core/people/groups/group-lists.ts';
import type { CommandSpec, FlagSpec } from '../frame/command.ts';
import { email, matching } from '../frame/flags.ts';
import { API_SCOPE_FLAG } from './api-scope-flag.ts';
import { FIELD_FLAGS } from './field-flags.ts';
import { TRANSLATION_FLAGS } from './translation-flags.ts';

export const application: FlagSpec = {
  name: 'application',
  value: 'ID',
  description: 'id of the application',
  required: true,
};
export const APPLICATION_COMMANDS: readonly CommandSpec[] = [
  {
    path: ['applications', 'create'],
    summary: 'register an application and print it with its API keys',
    audit: 'change',
    flags: [
      { ...email, description: 'email address of the owner' },
      { name: 'name', value: 'NAME', description: 'name shown on the consent page', required: true },
      { name: 'platform', value: 'PLATFORM', description: 'Android, iOS or Web', required: true, repeated: true },
      {
        name: 'site-domain',
        value: 'DOMAIN',
        description: 'site domain such as https://www.example.com; Web only',
        repeated: true,
      },
      {
        name: 'redirect-uri',
        value: 'URI',
        description: 'where the authorization code is sent',
        required: true,
        repeated: true,
      },
      {
        name: 'consent-item',
        value: 'ITEM',
        description: 'ITEM:required or ITEM:optional, optionally followed by :PURPOSE',
        repeated: true,
        allowed: matching(/^[^:]+:(required|optional)(:|$)/, 'ITEM:required or ITEM:optional[:PURPOSE]'),
      },
      {
        name: 'retention',
        value: 'ITEM:TEXT',
        description: 'how long the application keeps a consent item, shown on the consent page',
        repeated: true,
        allowed: matching(/^[^:]+:/, 'ITEM:TEXT'),
      },
      API_SCOPE_FLAG,
      ...TRANSLATION_FLAGS,
      {
        name: 'login-activation',
        value: 'SWITCH',
        description: 'ON or OFF; users can sign in only when ON (default: OFF)',
      },
      ...FIELD_FLAGS,
      ...ALL_GROUP_LISTS.map(
        ([
          ,
          {
            flag: [name, description],
          },
        ]) => ({ name, value: 'NAME', description, repeated: true as const }),
      ),
      {
        name: 'post-logout-redirect-uri',
        value: 'URI',
        description: 'where users can return to after signing out',
        repeated: true,
      },
      { name: 'backchannel-logout-uri', value: 'URI', description: 'where the server sends logout tokens' },
      { name: 'jwks', value: 'JSON', description: 'public keys of the application, as a JWK set' },
      { name: 'jwks-uri', value: 'URI', description: 'where the application publishes such a JWK set' },
    ],
    load: () => import('./create.ts'),
  },
  {
    path: ['applications', 'list'],
    summary: 'list the applications',
    audit: { harmless: 'shows no person' },
    flags: [{ ...email, description: 'only applications that this account owns', required: false }],
    load: () => import('./list.ts'),
  },
  {
    path: ['applications', 'show'],
    summary: 'show an application with its API keys',
    audit: { harmless: 'shows no person' },
    flags: [application],
    load: () => import('./show.ts'),
  },
  {
    path: ['applications', 'hand-over'],
    summary: 'make a member of an application its owner; the former owner becomes an editor',
    audit: 'change',
    danger: 'Only the new owner, and operators, can hand the application back.',
    flags: [
      application,
      {
        name: 'to',
        value: 'ACCOUNT',
        description: 'id or verified address of the member',
        required: true,
      },
    ],
    load: () => import('./hand-over.ts'),
  },
  {
    path: ['applications', 'delete'],
    summary: 'delete an application with its keys, secrets and connections',
    audit: 'change',
    danger: 'Everybody who is connected to the application is disconnected, for good.',
    flags: [application],
    load: () => import('./delete.ts'),
  },
];
