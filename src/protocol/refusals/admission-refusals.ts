// Refusals of whoever an application does not let in (contract 3, 31).
import type { Refusal } from './refusal.ts';

export const ADMISSION_REFUSALS = {
  'not-in-team': {
    reportedAs: ['access_denied', 'unauthorized_client'],
    title: 'The application is in test mode',
    cause:
      'The audience of the application is team, and the user is not a member of the application. Nobody else can sign in, and codes and refresh tokens of others do not work. They are not revoked.',
    cure: 'Invite the user to the team, or set audience to everyone. Codes and tokens that have not expired work again.',
  },
  'not-in-groups': {
    reportedAs: ['access_denied', 'unauthorized_client'],
    title: 'The user is in none of the allowed groups',
    cause:
      'The audience of the application is groups, and the user is in none of its allowed_groups. Nobody else can sign in, and codes, refresh tokens and access tokens of others do not work. They are not revoked.',
    cure: 'Ask an operator of the server to add the user to one of the groups, or change allowed_groups. Codes and tokens that have not expired work again.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
