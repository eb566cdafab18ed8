// Shows an application as text: what a developer needs to know of it.
import type { Application } from '../../core/applications/applications/application.ts';
import type { Translations } from '../../core/ground/texts/translations.ts';
import { applicationJson } from '../../json/application.ts';
import type { CommandAnswer } from '../frame/command.ts';
import { textFields, textTable } from '../frame/text-table.ts';

export function applicationAnswer(application: Application, issuer: string): CommandAnswer {
  const document = applicationJson(application, issuer);
  const fields = textFields({
    id: document.id,
    name: document.name,
    'login activation': document.login_activation,
    'implementation method': document.implementation_method,
    audience: document.audience,
    'allowed groups': document.allowed_groups.join(' ') || undefined,
    groups: document.groups.join(' ') || undefined,
    company: document.company_name,
    'company country': document.company_country,
    'PKCE required': document.require_pkce ? 'yes' : 'no',
    'client secret required': document.client_secret_required ? 'yes' : 'no',
    'DPoP required': document.dpop_bound_access_tokens ? 'yes' : 'no',
    'pushed requests required': document.require_pushed_authorization_requests ? 'yes' : 'no',
    'grant types': document.grant_types.join(' '),
    'security profile': document.security_profile,
    'client authentication': document.token_endpoint_auth_method,
    'public keys': document.jwks_uri ?? document.jwks?.keys.map(({ kid, kty }) => kid ?? kty).join(' '),
    'ID token': `${document.id_token_signed_response_alg}${document.id_token_claims ? ', with claims' : ''}`,
    'user information': document.userinfo_signed_response_alg
      ? `${document.userinfo_signed_response_alg}, signed`
      : 'JSON',
    'back-channel logout URI': document.backchannel_logout_uri,
    logo: document.logo_uri,
    created: document.created_at,
  });
  const platforms = application.platforms.map((entry) => [entry.platform, entry.apiKey, entry.siteDomains.join(' ')]);
  const redirectUris = application.redirectUris.map(({ redirectUri }) => [redirectUri]);
  const logoutUris = application.postLogoutRedirectUris.map((uri) => [uri]);
  const items = application.consentItems.map(({ item, consent, purpose, retention }) => [
    item,
    consent,
    purpose ?? '',
    retention ?? '',
  ]);
  const scopes = application.apiScopes.map(({ item, consent, purpose }) => [item, consent, purpose ?? '']);
  const sections = [
    fields,
    textTable(['PLATFORM', 'API KEY (client_id)', 'SITE DOMAINS'], platforms),
    textTable(['REDIRECT URI'], redirectUris),
    textTable(['POST-LOGOUT REDIRECT URI'], logoutUris),
    textTable(['CONSENT ITEM', 'CONSENT', 'PURPOSE', 'RETENTION'], items),
    ...(scopes.length === 0 ? [] : [textTable(['API SCOPE', 'CONSENT', 'PURPOSE'], scopes)]),
    textTable(['TRANSLATION OF', 'LANGUAGE', 'TEXT'], translationsOf(application)),
  ];
  return { json: document, text: sections.join('\n\n') };
}

const translationsOf = ({ translations, consentItems, apiScopes }: Application): string[][] => [
  ...rowsOf('', translations),
  ...[...consentItems, ...apiScopes].flatMap((entry) => rowsOf(`${entry.item} `, entry.translations)),
];

const rowsOf = (before: string, translations: Translations<string> | undefined): string[][] =>
  Object.entries(translations ?? {}).flatMap(([language, texts]) =>
    Object.entries(texts).map(([member, text]) => [before + member, language, text ?? '']),
  );
