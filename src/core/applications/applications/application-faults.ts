// One factory for the input errors of an application, so that a code always has the same sentence. The sentence says
// what is allowed, because it is all that an owner's program shows.
import type { LogoutUriFault, RedirectUriFault } from '../../../protocol/redirect-uri-registration.ts';
import type { SiteDomainFault } from '../../../protocol/site-domain.ts';
import { CONSENT_ITEMS } from '../../ground/consent-items.ts';
import { type Fault, isWithin } from '../../ground/fault.ts';
import { LOGO_DETAILS } from '../../ground/logos/logo-faults.ts';
import { MAX_NAMED_GROUPS } from '../../people/groups/group.ts';
import { SIGNING_ALGORITHMS } from '../../server/keys/signing-key.ts';
import { ASKED_SCOPE_DETAILS } from '../apis/asked-scope-faults.ts';
import { EVENT_TYPES } from '../application-events/application-event.ts';
import { CLIENT_KEY_DETAILS } from '../client-jwts/key-faults.ts';
import { PLATFORMS } from './application.ts';
import { FIELDS, IMPLEMENTATION_METHODS } from './application-fields.ts';
import { GRANT_TYPE_DETAILS } from './grant-type-faults.ts';

export const MAX_SITE_DOMAINS = 10;
export const MAX_REDIRECT_URIS = 20;
export const MAX_NAME_LENGTH = 60;
export const MAX_PURPOSE_LENGTH = 200;
export const MAX_RETENTION_LENGTH = 200;
export const MAX_PACKAGE_NAME_LENGTH = 255;
export const MAX_BUNDLE_ID_LENGTH = 155;
export const MAX_LINK_LENGTH = 2000;
/** As the sentences write it. Not `toLocaleString`, which alone would load the locales at every start. */
const MAX_LINK_LENGTH_TEXT = '2,000';

const SITE_DOMAIN_DETAILS: Readonly<Record<SiteDomainFault, string>> = {
  'site-domain-malformed': 'Write a site domain as scheme://host[:port], for example https://www.example.com.',
  'site-domain-scheme': 'The scheme of a site domain must be http, https or file.',
  'site-domain-user': 'Remove the username and password from the site domain.',
  'site-domain-host': 'The host must be a domain name or an IP address.',
  'site-domain-port': 'The port must be a number from 1 to 65535 without leading zeros.',
  'site-domain-path': 'Remove the path: everything after the host and port.',
  'site-domain-query': 'Remove the question mark and everything after it.',
  'site-domain-fragment': 'Remove the number sign and everything after it.',
  'site-domain-file-host': 'Write file:// without a host.',
};

/** Also used for logout URIs, so they say "the URI" where the rule is the same. */
const REDIRECT_URI_DETAILS: Readonly<Record<RedirectUriFault, string>> = {
  'redirect-uri-too-long': 'The URI can have at most 2,000 characters.',
  'redirect-uri-characters':
    'The URI must not contain spaces, control characters, backslashes or non-ASCII letters. Percent-encode letters in the path, and write the host as an A-label.',
  'redirect-uri-percent-encoding': 'A percent sign must be followed by two hexadecimal digits.',
  'redirect-uri-fragment': 'Remove the fragment: the number sign and everything after it.',
  'redirect-uri-wildcard': 'Wildcards are not supported. Register every URI in full.',
  'redirect-uri-relative': 'The URI must be absolute and start with a scheme, for example https://.',
  'redirect-uri-scheme':
    'The scheme must be https, http, or a private-use scheme that contains a dot, for example com.example.app.',
  'redirect-uri-scheme-case': 'The scheme must be lowercase.',
  'redirect-uri-private-scheme': 'A private-use scheme requires an Android or iOS platform entry.',
  'redirect-uri-malformed': 'The URI is malformed. Use the form https://host/path.',
  'redirect-uri-user': 'Remove the username and password from the URI.',
  'redirect-uri-host': 'The host must be a lowercase domain name or an IP address.',
  'redirect-uri-port': 'The port must be a number from 1 to 65535 without leading zeros.',
  'redirect-uri-http-host':
    'Use https. http is allowed only for loopback hosts (localhost, 127.0.0.0/8, [::1]) and for the hosts of the application’s site domains.',
  'redirect-uri-parameter':
    'The redirect URI must not contain parameters that the response adds: state, iss, error, error_description, error_uri, or a name that is or ends in code.',
  'redirect-uri-dot-segment':
    'The path must not contain . or .. segments (also as %2e), because browsers resolve them. Write the final path.',
};

const LOGOUT_URI_DETAILS: Readonly<Record<LogoutUriFault, string>> = {
  'post-logout-uri-parameter': 'The URI must not contain the state parameter, which the response adds.',
  'backchannel-uri-scheme': 'The scheme must be https or http, because the server sends messages there.',
};

const OWN_DETAILS = {
  'name-missing': 'Enter a name of 1 to 60 characters.',
  'name-too-long': `The name can have at most ${MAX_NAME_LENGTH} characters.`,
  'name-mixed-scripts': 'Do not mix Latin, Greek and Cyrillic letters in one word of the name: they look alike.',
  'name-of-service': 'The name is too similar to the name of this service. Use a different name.',
  'text-forbidden-characters': 'Remove control, zero-width and bidirectional characters from the text.',
  'implementation-method-unknown': `Use one of: ${IMPLEMENTATION_METHODS.join(', ')}.`,
  'login-activation-unknown': 'Use ON or OFF.',
  'link-malformed': `Enter a full https URI of at most ${MAX_LINK_LENGTH_TEXT} characters, without a username or password.`,
  'audience-unknown': `Use one of: ${FIELDS.audience.values.join(', ')}.`,
  'company-name-length': `Enter the name of the company with at most ${FIELDS.companyName.maxLength} characters, or omit it.`,
  'country-unknown': 'Use the ISO 3166-1 alpha-2 code of a country in upper case, for example KR.',
  'group-unknown':
    'The application may not use a group of this name. Ask the operators of this server to let the application use it.',
  'group-twice': 'This group is already in the list.',
  'groups-too-many': `The list can have at most ${MAX_NAMED_GROUPS} groups.`,
  'groups-missing': 'Name in groups which groups the application receives, or remove the consent item groups.',
  'allowed-groups-missing': 'Name in allowed_groups whose members can sign in, or set audience to everyone or team.',
  'allowed-groups-audience': 'Set audience to groups, or send an empty list.',
  ...ASKED_SCOPE_DETAILS,
  ...CLIENT_KEY_DETAILS,
  ...GRANT_TYPE_DETAILS,
  'platform-missing': `Set platform to one of: ${PLATFORMS.join(', ')}.`,
  'platform-unknown': `Use one of: ${PLATFORMS.join(', ')}.`,
  'platform-twice': 'An application can have only one entry for each platform. Change the other entry instead.',
  'platform-fixed': 'The platform of an entry cannot be changed. Create an entry for the other platform.',
  'site-domains-missing': `A Web entry requires 1 to ${MAX_SITE_DOMAINS} site domains.`,
  'site-domains-not-web': 'Only a Web entry can have site domains.',
  'site-domains-too-many': `An application can have at most ${MAX_SITE_DOMAINS} site domains.`,
  'site-domain-twice': 'This site domain is already in the list.',
  'package-name-not-android': 'Only an Android entry can have a package name.',
  'package-name-malformed': 'Enter the package name as in the Android manifest, for example com.example.app.',
  'bundle-id-not-ios': 'Only an iOS entry can have a bundle ID.',
  'bundle-id-malformed': 'Enter the bundle ID as in Xcode, for example com.example.app.',
  'redirect-uri-missing': 'Enter a redirect URI, for example https://www.example.com/callback.',
  'redirect-uris-too-many': `An application can have at most ${MAX_REDIRECT_URIS} redirect URIs.`,
  'redirect-uri-twice': 'This URI is already in the list.',
  'post-logout-uris-too-many': `An application can have at most ${MAX_REDIRECT_URIS} post-logout redirect URIs.`,
  'signing-algorithm-unknown': `Use one of: ${SIGNING_ALGORITHMS.join(', ')}.`,
  'item-missing': `Set item to one of: ${CONSENT_ITEMS.join(', ')}.`,
  'item-unknown': `Use one of: ${CONSENT_ITEMS.join(', ')}.`,
  'item-twice': 'This consent item is already in the list. Change that entry instead.',
  'item-fixed': 'The item of an entry cannot be changed. Create an entry for the other item.',
  'consent-missing': 'Set consent to required or optional.',
  'consent-unknown': 'Use required or optional.',
  'verified-not-email': 'Only the item email can have verified. Omit it.',
  'purpose-too-long': `The purpose can have at most ${MAX_PURPOSE_LENGTH} characters.`,
  'retention-too-long': `The retention can have at most ${MAX_RETENTION_LENGTH} characters.`,
  'member-email-malformed': 'Enter an email address, for example name@example.com.',
  'member-email-not-plain': 'Some letters of the address count as others. Enter it in its plain spelling.',
  'member-role-new': 'Use editor or viewer.',
  'member-role-unknown': 'Use owner, editor or viewer. owner transfers the ownership.',
  'member-may-own-none':
    'This account cannot own applications. An operator must make it an owner first (latchkey accounts set-role).',
  'member-owner-leaves': 'Transfer ownership to another member first.',
  ...LOGO_DETAILS,
  'expires-at-past': 'The expiry time must be in the future.',
  'event-url-missing': 'Enter the URL that receives events, for example https://www.example.com/events.',
  'event-types-missing': 'Name at least one type, or omit types to receive all.',
  'event-type-unknown': `Use one of: ${EVENT_TYPES.join(', ')}.`,
  'event-type-twice': 'This type is already in the list.',
  'event-to-send': 'Send either {"test": true} or {"event": "…"} with the id of an event.',
  'account-value-unknown': 'The value is not valid.',
  'event-unknown': 'The application has no such event, or it is older than 30 days.',
} as const;

export type ApplicationFaultCode = keyof typeof OWN_DETAILS | SiteDomainFault | RedirectUriFault | LogoutUriFault;

const DETAILS: Readonly<Record<ApplicationFaultCode, string>> = {
  ...OWN_DETAILS,
  ...SITE_DOMAIN_DETAILS,
  ...REDIRECT_URI_DETAILS,
  ...LOGOUT_URI_DETAILS,
};

/** @param path where the value is, by its names in JSON: `['platforms', 0, 'site_domains', 3]` */
export const applicationFault = (path: Fault['path'], code: ApplicationFaultCode): Fault => ({
  path,
  code,
  detail: DETAILS[code],
});

/** Errors of reading, then errors of the rules, except about values that could not be read. What has them counts. */
export const joinFaults = (reading: readonly Fault[], rules: readonly Fault[]): Fault[] => [
  ...reading,
  ...rules.filter(({ path }) => !reading.some((known) => isWithin(path, known.path))),
];
