// The label of a form's field, as the notice above a form that is shown again names it.
import type { Messages } from '../../messages/messages-for.ts';
import { LANGUAGES } from '../../page/page.ts';

/** @param form id of the form: some forms have other words for a field of the same name */
export function fieldLabel(form: string, field: string, messages: Messages): string | undefined {
  const { new: fresh, settings, logo, addresses, items, secrets, tokens, team } = messages.console;
  const { people } = messages.apis;
  const { fields: document } = messages.policy.documents;
  const apiFields = {
    ...{ scopes: messages.apis.scopes, name: messages.apis.name, people_scopes: people.scopes },
    ...{ default_scopes: people.byDefault, applications: people.applications, documents: people.documents },
    ...{ audience: people.audience, allowed_groups: people.allowedGroups, groups: people.groups },
  };
  const inForm: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    new: { name: fresh.name, logo: logo.title, redirect_uri: fresh.redirectUri, site_domain: fresh.siteDomain },
    document: { ...document, document_version: document.version },
    api: apiFields,
    'api-settings': apiFields,
    'api-access': { scopes: messages.apis.accessScopes },
    token: { name: tokens.name, days: tokens.days },
    secret: { days: secrets.ends },
    'redirect-uri': { redirect_uri: addresses.addRedirectUri },
    'logout-uri': { post_logout_redirect_uri: addresses.addLogoutUri },
    'site-domain': { site_domain: addresses.addSiteDomain },
  };
  const anywhere: Readonly<Record<string, string>> = {
    name: settings.name,
    company_name: settings.company,
    company_country: settings.country,
    homepage_uri: settings.homepage,
    privacy_policy_uri: settings.privacy,
    terms_uri: settings.terms,
    implementation_method: settings.method,
    audience: settings.audience,
    resource: messages.apis.resource,
    application: messages.apis.application,
    machine: messages.apis.scope.for,
    default: messages.apis.scope.byDefault,
    access_token_format: messages.apis.format,
    access_token_signing_alg: messages.apis.algorithm,
    access_token_ttl_seconds: messages.apis.ttl,
    label: messages.groups.label,
    description: messages.groups.description,
    who: messages.groups.who,
    hand_over_to: team.newOwner,
    group: messages.groups.group,
    allowed_groups: messages.groups.ofApplication.allowedGroups.title,
    groups: messages.groups.ofApplication.groups.title,
    id_token_signed_response_alg: settings.idTokenAlg,
    userinfo_signed_response_alg: settings.userInfoAlg,
    backchannel_logout_uri: settings.backchannel,
    security_profile: settings.securityProfile,
    token_endpoint_auth_method: settings.authMethod,
    jwks: settings.jwks,
    jwks_uri: settings.jwksUri,
    url: messages.events.url,
    types: messages.events.types,
    scopes: messages.console.tokens.scopes,
    ...ofPolicy(messages),
    logo: logo.file,
    platform: fresh.platform,
    site_domain: addresses.siteDomain,
    package_name: fresh.packageName,
    bundle_id: fresh.bundleId,
    redirect_uri: addresses.redirectUri,
    native_redirect_uri: fresh.nativeRedirectUri,
    post_logout_redirect_uri: addresses.logoutUri,
    item: items.item,
    consent: items.consent,
    purpose: items.purpose,
    retention: items.retention,
    email: team.email,
    role: team.role,
    entry: team.newOwner,
    ...Object.fromEntries(Object.entries(messages.items).map(([item, text]) => [`consent-${item}`, text])),
  };
  const language = LANGUAGES.find((one) => field.endsWith(`_${one}`));
  if (language) {
    const { label, languages } = messages.console.translated;
    const text = fieldLabel(form, field.slice(0, -1 - language.length), messages);
    return text === undefined ? undefined : label(text, languages[language]);
  }
  const ofScope = form === 'api-scopes' ? /^(consent|purpose)-/.exec(field)?.[1] : undefined;
  if (ofScope !== undefined) return ofScope === 'consent' ? items.consent : items.purpose;
  const own = inForm[form] ?? {};
  if (Object.hasOwn(own, field)) return own[field];
  return Object.hasOwn(anywhere, field) ? anywhere[field] : undefined;
}

/** Its fields have the names of the API, and its texts those of the keys. */
const ofPolicy = ({ policy }: Messages): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(policy.fields).map(([key, text]) => [
      key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      text,
    ]),
  );
