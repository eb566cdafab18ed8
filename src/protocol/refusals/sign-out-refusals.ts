// Refusals of sign-out requests (contract 7 "Logout").
import type { Refusal } from './refusal.ts';

export const SIGN_OUT_REFUSALS = {
  'id-token-hint-key-gone': {
    reportedAs: ['page'],
    title: 'id_token_hint was issued to a deleted API key',
    cause: 'The platform entry or the application that received the ID token was deleted.',
    cure: 'Omit id_token_hint and send client_id. The user is asked whether to sign out.',
  },
  'id-token-hint-of-another': {
    reportedAs: ['page'],
    title: 'id_token_hint and client_id belong to different applications',
    cause: 'The ID token was issued to a different application than the one client_id names.',
    cure: 'Send values of the same application, or send id_token_hint alone.',
  },
  'post-logout-uri-unregistered': {
    reportedAs: ['page'],
    title: 'post_logout_redirect_uri is not registered',
    cause:
      'The URI matches none of the application’s post_logout_redirect_uris. URIs are compared character by character.',
    cure: 'Register exactly the URI you send. Redirect URIs for sign-in are not accepted here.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;
