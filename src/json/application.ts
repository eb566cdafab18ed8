// Applications and their parts as JSON (contract 3), for the registration API and for `--json`: `snake_case`, with RFC
// 3339 times in UTC. A member without a value is omitted. `null` means never.
import type {
  Application,
  ConsentItem,
  PlatformEntry,
  RedirectUri,
} from '../core/applications/applications/application.ts';
import {
  type FIELDS,
  type FieldEntries,
  type FieldName,
  type FieldValues,
  OTHER_FIELDS,
  TOP_FIELDS,
} from '../core/applications/applications/application-fields.ts';
import type { ClientSecret } from '../core/applications/client-secrets/client-secret.ts';
import { logoUri } from '../core/ground/logos/logo.ts';
import { ALL_GROUP_LISTS, type GROUP_LISTS, type GroupListName } from '../core/people/groups/group-lists.ts';
import { timeOrNull, timeText } from './time.ts';

/** @param issuer public URL of the auth host, which serves the logo */
export const applicationJson = (application: Application, issuer: string) => ({
  id: application.id,
  name: application.name,
  ...fieldsJson(application, TOP_FIELDS),
  login_activation: application.loginActivation ? 'ON' : 'OFF',
  platforms: application.platforms.map(platformJson),
  redirect_uris: application.redirectUris.map(({ redirectUri }) => redirectUri),
  consent_items: application.consentItems.map(consentItemJson),
  api_scopes: application.apiScopes.map(apiScopeJson),
  ...fieldsJson(application, OTHER_FIELDS),
  ...groupListsJson(application),
  translations: application.translations,
  post_logout_redirect_uris: application.postLogoutRedirectUris,
  backchannel_logout_uri: application.backchannelLogoutUri,
  jwks: application.jwks,
  jwks_uri: application.jwksUri,
  logo_uri: logoUri(application, issuer),
  created_at: timeText(application.createdAt),
  updated_at: timeText(application.updatedAt),
});

/** The plain values, by their names in JSON. */
const fieldsJson = (application: Application, fields: FieldEntries): FieldsJson =>
  Object.fromEntries(fields.map(([name, { wire }]) => [wire, application[name]])) as FieldsJson;

const groupListsJson = (application: Application): GroupListsJson =>
  Object.fromEntries(ALL_GROUP_LISTS.map(([name, { wire }]) => [wire, application[name]])) as GroupListsJson;

type GroupListsJson = { [Name in GroupListName as (typeof GROUP_LISTS)[Name]['wire']]: readonly string[] };

type FieldsJson = { [Name in FieldName as (typeof FIELDS)[Name]['wire']]: FieldValues[Name] };

export const platformJson = (entry: PlatformEntry) => ({
  id: entry.id,
  platform: entry.platform,
  api_key: entry.apiKey,
  site_domains: entry.platform === 'Web' ? entry.siteDomains : undefined,
  package_name: entry.packageName,
  bundle_id: entry.bundleId,
  created_at: timeText(entry.createdAt),
});

export const redirectUriJson = ({ id, redirectUri, createdAt }: RedirectUri) => ({
  id,
  redirect_uri: redirectUri,
  created_at: timeText(createdAt),
});

export const consentItemJson = ({ item, consent, purpose, retention, translations, verified }: ConsentItem) => ({
  item,
  consent,
  purpose,
  retention,
  translations,
  verified,
});

const apiScopeJson = ({ item, consent, purpose, translations }: Application['apiScopes'][number]) => ({
  scope: item,
  consent,
  purpose,
  translations,
});

/** Without the secret, which only the response that creates it contains (case N4). */
export const clientSecretJson = (entry: ClientSecret) => ({
  id: entry.id,
  created_at: timeText(entry.createdAt),
  last_used_at: timeOrNull(entry.lastUsedAt),
  expires_at: timeOrNull(entry.expiresAt),
});
