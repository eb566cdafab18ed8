// Which designed states each page of the auth host has: the gallery draws them by page, and a page without one fails
// the test beside this file.
import { LOOKS_PATH } from '../../../src/views/policy/sign-in-preview.tsx';

/** Beginnings of names: a state belongs to the page with the longest one that it begins with. */
type Names = readonly string[];

/** By the path of its route. A page that looks like another's names that path. */
export const PAGES: Readonly<Record<string, Names | `like ${string}`>> = {
  '/': ['home'],
  '/setup': ['setup'],
  '/welcome': ['welcome'],
  '/oauth/authorize': ['error', 'form-post'],
  '/redirect-uri-mismatch': ['console-mismatch', 'console-register-uri', 'console-registered-uri'],
  '/login': ['sign-in', 'second-step'],
  '/sign-up': ['sign-up'],
  '/sign-up/code': ['sign-up-code'],
  '/sign-up/link': 'like /verify/link',
  '/select-account': ['select-account'],
  '/team-only': ['team-only'],
  '/groups-only': ['groups-only'],
  '/unverified': ['unverified'],
  '/documents': ['documents'],
  '/consent': ['consent'],
  '/device': ['device'],
  '/device/confirm': ['consent-device', 'device-not-admitted'],
  '/device/done': ['device-done'],
  '/device/denied': ['device-denied'],
  '/confirm': ['confirm'],
  '/confirm/factor': ['confirm-factor'],
  '/confirm/mail': ['confirm-by-mail'],
  '/confirm/mail/code': ['confirm-by-mail-code'],
  '/second-factor': ['demanded-factor'],
  '/second-factor/code': ['demanded-factor-code'],
  '/passkeys/offer': ['passkey-offer'],
  '/forgot-password': ['forgot-password'],
  '/forgot-password/sent': ['forgot-password-sent'],
  '/password': ['set-password'],
  '/password/factors': ['factors-after-reset'],
  '/verify': ['verify'],
  '/verify/code': ['verify-sent', 'verify-wrong', 'verify-expired'],
  '/verify/link': ['verify-link'],
  '/take-back': ['take-back'],
  '/take-back/done': ['take-back-done'],
  '/invitation': ['invitation'],
  '/logout': ['sign-out'],
  '/oauth/logout': ['sign-out-fault', 'signed-out-fault'],
  '/signed-out': ['signed-out'],
  '/restore-account': ['restore-account'],
  '/account': ['account'],
  '/account/language': ['account-language'],
  '/account/email/code': ['email-code'],
  '/account/username': ['account-username'],
  '/account/security': [
    ...['account-security', 'account-saved', 'account-added-lately', 'account-password', 'account-two-step'],
    'account-with-passkeys',
  ],
  '/account/two-step': [
    ...['account-two-step-enrol', 'account-two-step-codes', 'account-two-step-on', 'account-two-step-few'],
    ...['account-two-step-trusted', 'account-two-step-onward'],
  ],
  '/account/passkeys': ['account-passkeys'],
  '/account/devices': ['account-device'],
  '/account/connections': [...['account-applications', 'account-logos', 'account-connection-open', 'account-twenty']],
  '/account/connections/:id': ['account-application'],
  '/account/receipts': ['account-receipt'],
  '/account/activity': ['account-activity', 'account-disconnections'],
  '/account/data': ['account-data', 'account-documents'],
  '/account/delete': ['account-delete', 'account-left', 'account-gone'],
  '/console': [
    ...['console-empty', 'console-one', 'console-twenty', 'console-found', 'console-none-found', 'console-user'],
    ...['console-invitations', 'console-server'],
  ],
  '/console/applications': ['console-operator'],
  '/console/applications/new': ['console-new'],
  '/console/applications/:id': ['console-overview'],
  '/console/applications/:id/addresses': ['console-addresses'],
  '/console/applications/:id/consent-items': ['console-items'],
  '/console/applications/:id/sign-in': ['console-sign-in'],
  '/console/applications/:id/sample-code': ['console-samples'],
  '/console/applications/:id/try-it': ['console-try-it'],
  '/console/applications/:id/client-secrets': ['console-secrets'],
  '/console/applications/:id/statistics': ['console-statistics'],
  '/console/applications/:id/connections': ['console-connections'],
  '/console/applications/:id/events': ['console-events'],
  '/console/applications/:id/audit': ['console-audit'],
  '/console/applications/:id/team': ['console-team'],
  '/console/applications/:id/settings': ['console-settings'],
  '/console/applications/:id/removal': ['console-removal'],
  '/console/api-tokens': ['console-tokens'],
  '/console/machine-tokens': ['console-machine-tokens'],
  '/console/policy': ['console-policy'],
  '/console/mails': ['console-mails'],
  '/console/messages': ['console-messages'],
  '/console/audit': ['console-server-audit'],
  '/console/signing-keys': ['console-signing-keys'],
  '/console/doctor': ['console-doctor'],
  '/console/search': ['console-search'],
  '/console/accounts': ['console-accounts'],
  '/console/accounts/:id': ['console-account'],
  '/console/groups': ['console-groups'],
  '/console/groups/:groupId': ['console-group'],
  '/console/clients': ['console-clients'],
  '/console/apis': ['console-apis'],
  '/console/apis/:operatorApiId': ['console-api'],
  '/catalogue': ['catalogue'],
  '/errors': ['errors'],
  '/api-reference': ['reference'],
  '/button': ['button'],
  '/help': ['help'],
  '/guide': ['guide'],
};

/** What answers GET with something else, and why. */
export const NO_PAGE: Readonly<Record<string, string>> = {
  '/account/picture': 'an image',
  '/.well-known/change-password': 'leads to /account/security',
  [LOOKS_PATH]: 'a style sheet',
  '/console/audit.jsonl': 'a file',
  '/console/applications/:id/statistics.csv': 'a file',
  '/console/applications/:id/audit.jsonl': 'a file',
  '/console/applications/:id/try-it/callback': 'leads to the page of try-it',
};

const owned = Object.entries(PAGES).flatMap(([path, names]) =>
  typeof names === 'string' ? [] : names.map((name) => ({ path, name })),
);

/** The path of the page to which a state belongs; undefined: to none. */
export const pageOf = (state: string): string | undefined =>
  owned
    .filter(({ name }) => state === name || state.startsWith(name))
    .toSorted((one, other) => other.name.length - one.name.length)[0]?.path;
