// What can be wrong with the grant types of an application (contract 43), and why each rule is.
import { GRANT_TYPES } from '../../../protocol/grant-types.ts';

export const GRANT_TYPE_DETAILS = {
  'grant-types-unknown': `Use only: ${GRANT_TYPES.join(', ')}.`,
  'grant-types-incomplete': 'Keep authorization_code and refresh_token in grant_types.',
} as const;

export const GRANT_TYPE_CAUSES: Readonly<Record<keyof typeof GRANT_TYPE_DETAILS, { title: string; cause: string }>> = {
  'grant-types-unknown': {
    title: 'A grant type is unknown',
    cause: 'The token endpoint has these grant types only.',
  },
  'grant-types-incomplete': {
    title: 'A grant type is missing that every application has',
    cause: 'Every application signs people in with codes and renews tokens; grant_types says what else it may do.',
  },
};
