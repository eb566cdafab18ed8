// Every action that the audit records, by what it does: a page, an operation of the API and a command have names of
// their own for the same act. Each of these kinds has a sentence in every language (`messages/en/audit-sentences.ts`),
// so that an act without its sentence does not compile.

import { GROUP_ACTIONS } from '../../ground/acts/group-acts.ts';

export const ACTIONS_OF_KINDS = {
  // Applications
  'application-registered': ['register', 'POST /applications', 'applications create'],
  'application-changed': ['settings save', 'PUT /applications/:id', 'PATCH /applications/:id'],
  'application-deleted': ['removal remove', 'DELETE /applications/:id', 'applications delete'],
  'login-switched': ['overview login'],
  'sign-in-changed': ['sign-in save'],
  'groups-narrowed': ['applications narrow-groups'],
  'logo-set': ['settings set-logo', 'PUT /applications/:id/logo'],
  'logo-removed': ['settings remove-logo', 'DELETE /applications/:id/logo'],
  'platform-added': ['addresses add-platform', 'POST /applications/:id/platforms'],
  'platform-changed': [
    'addresses change-platform',
    ...['PUT /applications/:id/platforms/:platformId', 'PATCH /applications/:id/platforms/:platformId'],
  ],
  'platform-removed': ['addresses remove-platform', 'DELETE /applications/:id/platforms/:platformId'],
  'platforms-removed': ['DELETE /applications/:id/platforms'],
  'site-domain-added': ['addresses add-site-domain'],
  'site-domain-changed': ['addresses change-site-domain'],
  'site-domain-removed': ['addresses remove-site-domain'],
  'redirect-uri-added': [
    'addresses add-redirect-uri',
    ...['register redirect-uri', 'POST /applications/:id/redirect-uris'],
  ],
  'redirect-uri-changed': ['addresses change-redirect-uri', 'PUT /applications/:id/redirect-uris/:redirectUriId'],
  'redirect-uri-removed': ['addresses remove-redirect-uri', 'DELETE /applications/:id/redirect-uris/:redirectUriId'],
  'redirect-uris-removed': ['DELETE /applications/:id/redirect-uris'],
  'logout-uri-added': ['addresses add-logout-uri'],
  'logout-uri-changed': ['addresses change-logout-uri'],
  'logout-uri-removed': ['addresses remove-logout-uri'],
  'item-added': ['consent-items add-item', 'POST /applications/:id/consent-items'],
  'item-changed': [
    'consent-items change-item',
    ...['PUT /applications/:id/consent-items/:item', 'PATCH /applications/:id/consent-items/:item'],
  ],
  'item-removed': ['consent-items remove-item', 'DELETE /applications/:id/consent-items/:item'],
  'api-scopes-changed': ['consent-items save-api-scopes'],
  'items-removed': ['DELETE /applications/:id/consent-items'],
  'secret-made': ['client-secrets create', 'POST /applications/:id/client-secrets'],
  'secret-deleted': [
    ...['client-secrets remove', 'client-secrets delete', 'DELETE /applications/:id/client-secrets/:secretId'],
  ],
  'secrets-deleted': ['DELETE /applications/:id/client-secrets'],
  'endpoint-added': ['events create', 'POST /applications/:id/event-endpoints'],
  'endpoint-changed': [
    'events change',
    'PUT /applications/:id/event-endpoints/:endpointId',
    'PATCH /applications/:id/event-endpoints/:endpointId',
  ],
  'endpoint-removed': ['events remove', 'DELETE /applications/:id/event-endpoints/:endpointId'],
  'endpoint-secret-made': ['events secret', 'POST /applications/:id/event-endpoints/:endpointId/secrets'],
  'endpoint-secrets-ended': ['events end-secret', 'DELETE /applications/:id/event-endpoints/:endpointId/secrets'],
  'event-sent': ['events test', 'events again', 'POST /applications/:id/event-endpoints/:endpointId/deliveries'],
  'people-viewed': ['connections see', 'GET /applications/:id/connections'],
  'person-viewed': ['GET /applications/:id/connections/:sub'],
  'person-unlinked': ['connections unlink', 'DELETE /applications/:id/connections/:sub'],
  'people-unlinked': ['DELETE /applications/:id/connections'],
  // Teams
  'team-viewed': ['team see', 'GET /applications/:id/members', 'GET /applications/:id/members/:memberId'],
  'member-invited': ['team invite', 'POST /applications/:id/members'],
  'invited-role-changed': ['team change-invited-role'],
  'invitation-withdrawn': ['team withdraw'],
  'invitation-accepted': ['invitation accept'],
  'invitation-declined': ['invitation decline'],
  'member-changed': [
    'team change-role',
    ...['PUT /applications/:id/members/:memberId', 'PATCH /applications/:id/members/:memberId'],
  ],
  'member-removed': ['team remove', 'DELETE /applications/:id/members/:memberId'],
  'members-removed': ['DELETE /applications/:id/members'],
  'team-left': ['team leave'],
  'handed-over': ['team hand-over', 'applications hand-over'],
  'owner-became': ['become owner'],
  // Accounts
  'accounts-searched': ['accounts search', 'accounts list', 'GET /accounts'],
  'account-viewed': ['accounts see', 'accounts show', 'GET /accounts/:id'],
  'devices-viewed': ['accounts sessions', 'GET /accounts/:id/sessions'],
  'agreement-viewed': ['accounts agreement'],
  'account-created': ['accounts create', 'POST /accounts'],
  'operator-created': ['setup'],
  'account-changed': ['PATCH /accounts/:id'],
  'role-changed': ['accounts set-role'],
  'username-changed': ['accounts set-username'],
  'email-verified': ['accounts set-email-verified'],
  'account-disabled': ['accounts disable'],
  'account-enabled': ['accounts enable'],
  'account-deleted': ['accounts delete', 'DELETE /accounts/:id'],
  'accounts-deleted-again': ['accounts delete-again'],
  'signed-out': ['accounts end-sessions', 'DELETE /accounts/:id/sessions'],
  'password-link-sent': ['accounts send-reset'],
  'password-link-made': ['accounts password-link', 'POST /accounts/:id/password-links'],
  'factors-removed': ['accounts remove-factors'],
  'accounts-imported': ['accounts import'],
  'accounts-exported': ['accounts export'],
  'usernames-reserved': ['usernames reserve'],
  'usernames-released': ['usernames release'],
  // Groups
  ...GROUP_ACTIONS,
  'group-viewed': ['groups see', 'groups show', 'GET /groups/:id/members', 'GET /groups/:id/members/:id'],
  // APIs of the operator
  'api-created': ['apis create', 'POST /apis'],
  'api-changed': ['apis change', 'apis let-ask', 'apis stop-asking', 'PUT /apis/:id', 'PATCH /apis/:id'],
  'api-deleted': ['apis delete', 'DELETE /apis/:id'],
  'api-allowed': ['apis allow'],
  'api-denied': ['apis deny'],
  'api-secret-made': ['apis create-secret', 'POST /apis/:id/secrets'],
  'api-secret-deleted': ['apis delete-secret', 'DELETE /apis/:id/secrets/:id'],
  // Clients that nobody registered
  'client-host-blocked': ['clients block'],
  'client-host-unblocked': ['clients unblock'],
  'client-host-changed': ['PATCH /client-hosts/:id'],
  // Keys and tokens
  'api-token-made': ['create', 'api-tokens create'],
  'api-token-deleted': ['remove', 'api-tokens delete'],
  'api-tokens-viewed': ['api-tokens list'],
  'service-token-made': ['machine-token-create', 'machine-tokens create'],
  'service-token-deleted': ['machine-token-remove', 'machine-tokens delete'],
  'service-tokens-viewed': ['machine-tokens see'],
  'keys-made': ['first signing keys', 'keep signing keys'],
  'keys-rotated': ['keys rotate'],
  'keys-rewrapped': ['keys rewrap'],
  // The server
  'policy-changed': ['policy', 'policy set', 'PATCH /policy'],
  'policy-logo-set': ['PUT /policy/logo', 'PUT /policy/logo-dark'],
  'policy-logo-removed': ['DELETE /policy/logo', 'DELETE /policy/logo-dark'],
  'test-mail-sent': ['mails test'],
  'settings-changed': ['settings', 'serve'],
  'doctor-viewed': ['doctor see'],
  'audit-viewed': ['audit see', 'audit list', 'GET /audit'],
  'audit-exported': ['audit export', 'audit download'],
  'database-migrated': ['migrate'],
  'database-moved': ['move'],
  'database-restored': ['restore'],
  'backup-begun': ['backup'],
  'backup-verified': ['backup verified'],
} as const;

export type AuditKind = keyof typeof ACTIONS_OF_KINDS;
export type AuditAction = (typeof ACTIONS_OF_KINDS)[AuditKind][number];

export const AUDIT_KINDS = Object.keys(ACTIONS_OF_KINDS) as readonly AuditKind[];

const KINDS: ReadonlyMap<string, AuditKind> = new Map(
  AUDIT_KINDS.flatMap((kind) => ACTIONS_OF_KINDS[kind].map((action) => [action, kind] as const)),
);

/** Undefined: the action of an earlier version, or a route at whose door somebody was refused. */
export const kindOfAction = (action: string): AuditKind | undefined => KINDS.get(action);

/**
 * The action with a name that is put together, such as that of a route.
 * @throws Error where it has no kind: a host with such a route does not boot
 */
export function auditAction(name: string): AuditAction {
  if (!KINDS.has(name)) throw new Error(`The audit has no sentence for "${name}": see audit-actions.ts`);
  return name as AuditAction;
}

/** A look changes nothing. Lists leave looks out unless they are asked for; an export is told always. */
const LOOKS: ReadonlySet<AuditKind> = new Set(
  AUDIT_KINDS.filter((kind) => kind.endsWith('-viewed') || kind === 'accounts-searched'),
);

/** A refused one is no look: nothing was seen. */
export const isLook = ({ action, result }: { action: string; result: 'done' | 'refused' }): boolean => {
  const kind = kindOfAction(action);
  return kind !== undefined && result === 'done' && LOOKS.has(kind);
};
