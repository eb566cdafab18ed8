// One factory for the faults of an application, so that a code always comes with the same sentence. The sentence says
// what is allowed, because it is all that an owner's program shows.
import type { LogoutUriFault, RedirectUriFault } from '../../protocol/redirect-uri-registration.ts';
import type { SiteDomainFault } from '../../protocol/site-domain.ts';
import { CONSENT_ITEMS } from '../consent/catalogue.ts';
import type { Fault } from '../fault.ts';
import { SIGNING_ALGORITHMS } from '../keys/signing-key.ts';
import { IMPLEMENTATION_METHODS, PLATFORMS } from './application.ts';

export const MAX_SITE_DOMAINS = 10;
export const MAX_REDIRECT_URIS = 20;
export const MAX_NAME_LENGTH = 60;
export const MAX_PURPOSE_LENGTH = 200;
export const MAX_LINK_LENGTH = 2000;
/** As the sentences write it. Not `toLocaleString`: that alone would read the locales at every start. */
const MAX_LINK_LENGTH_TEXT = '2,000';

const SITE_DOMAIN_DETAILS: Readonly<Record<SiteDomainFault, string>> = {
  'site-domain-malformed': 'Write a site domain as scheme://host[:port], for example https://www.example.com.',
  'site-domain-scheme': 'The scheme of a site domain must be http, https or file.',
  'site-domain-user': 'A site domain has no user or password.',
  'site-domain-host': 'The host is not a plain domain name or IP address.',
  'site-domain-port': 'The port must be a number from 1 to 65535 without leading zeros.',
  'site-domain-path': 'A site domain has no path: leave out what follows the host and port.',
  'site-domain-query': 'A site domain has no query: leave out the question mark and what follows it.',
  'site-domain-fragment': 'A site domain has no fragment: leave out the number sign and what follows it.',
  'site-domain-file-host': 'A file site domain has no host: write file://.',
};

/** Also told of the addresses of a sign-out, so they speak of "the URI" where the rule is the same. */
const REDIRECT_URI_DETAILS: Readonly<Record<RedirectUriFault, string>> = {
  'redirect-uri-too-long': 'The URI has at most 2,000 characters.',
  'redirect-uri-characters':
    'The URI contains characters that a URI must not have (spaces, control characters, backslashes, non-ASCII letters): percent-encode letters in the path, write the host as an A-label.',
  'redirect-uri-percent-encoding': 'A percent sign must be followed by two hexadecimal digits.',
  'redirect-uri-fragment': 'The URI has no fragment: leave out the number sign and what follows it.',
  'redirect-uri-wildcard': 'The URI has no wildcard: register every URI in full.',
  'redirect-uri-relative': 'The URI is absolute: it starts with a scheme, for example https://.',
  'redirect-uri-scheme':
    'The scheme must be https, http, or a private-use scheme with a dot in it, for example com.example.app.',
  'redirect-uri-scheme-case': 'Write the scheme in lower case.',
  'redirect-uri-private-scheme': 'A private-use scheme needs an Android or iOS platform entry.',
  'redirect-uri-malformed': 'The URI is malformed: write it as https://host/path.',
  'redirect-uri-user': 'The URI has no user or password.',
  'redirect-uri-host': 'The host must be a plain domain name or IP address in lower case.',
  'redirect-uri-port': 'The port must be a number from 1 to 65535 without leading zeros.',
  'redirect-uri-http-host':
    'http is allowed for a loopback host (localhost, 127.0.0.0/8, [::1]) or the host of a site domain of the application; use https.',
  'redirect-uri-parameter':
    'The redirect URI must not bring parameters that the answer adds: a name that is or ends in code, or state, iss, error, error_description, error_uri.',
};

const LOGOUT_URI_DETAILS: Readonly<Record<LogoutUriFault, string>> = {
  'post-logout-uri-parameter': 'The URI must not bring the parameter that the answer adds: state.',
  'backchannel-uri-scheme': 'The scheme must be https or http: the server itself sends its message there.',
};

const OWN_DETAILS = {
  'name-missing': 'Give the application a name of 1 to 60 characters.',
  'name-too-long': `The name has at most ${MAX_NAME_LENGTH} characters.`,
  'text-forbidden-characters': 'The text contains control, zero-width or direction-changing characters.',
  'implementation-method-unknown': `Use one of: ${IMPLEMENTATION_METHODS.join(', ')}.`,
  'login-activation-unknown': 'Use ON or OFF.',
  'link-malformed': `Give a complete https URI of at most ${MAX_LINK_LENGTH_TEXT} characters, without user or password.`,
  'platform-missing': `Name the platform: ${PLATFORMS.join(', ')}.`,
  'platform-unknown': `Use one of: ${PLATFORMS.join(', ')}.`,
  'platform-twice': 'An application has one entry of each platform; this one is there already.',
  'platform-fixed': 'The platform of an entry never changes: make an entry for the other platform.',
  'site-domains-missing': `A Web entry needs 1 to ${MAX_SITE_DOMAINS} site domains.`,
  'site-domains-not-web': 'Only a Web entry has site domains.',
  'site-domains-too-many': `An application has at most ${MAX_SITE_DOMAINS} site domains.`,
  'site-domain-twice': 'This site domain is in the list already.',
  'package-name-not-android': 'Only an Android entry has a package name.',
  'package-name-malformed': 'Write the package name as in the Android manifest, for example com.example.app.',
  'bundle-id-not-ios': 'Only an iOS entry has a bundle id.',
  'bundle-id-malformed': 'Write the bundle id as in Xcode, for example com.example.app.',
  'redirect-uri-missing': 'Give the redirect URI, for example https://www.example.com/callback.',
  'redirect-uris-too-many': `An application has at most ${MAX_REDIRECT_URIS} redirect URIs.`,
  'redirect-uri-twice': 'This URI is in the list already.',
  'post-logout-uris-too-many': `An application has at most ${MAX_REDIRECT_URIS} post-logout redirect URIs.`,
  'signing-algorithm-unknown': `Use one of: ${SIGNING_ALGORITHMS.join(', ')}.`,
  'item-missing': `Name the consent item: ${CONSENT_ITEMS.join(', ')}.`,
  'item-unknown': `Use one of: ${CONSENT_ITEMS.join(', ')}.`,
  'item-twice': 'This consent item is in the list already.',
  'item-fixed': 'The item of an entry never changes: make an entry for the other item.',
  'consent-missing': 'Say whether the item is required or optional.',
  'consent-unknown': 'Use required or optional.',
  'verified-not-email': 'Only the item email has verified; leave it out.',
  'verified-needs-mail': 'The server sends no mail and can ask nobody to verify an address; leave verified out.',
  'purpose-too-long': `The purpose has at most ${MAX_PURPOSE_LENGTH} characters.`,
  'member-email-malformed': 'Give the e-mail address of the person, such as name@example.com.',
  'member-role-new': 'Use editor or viewer.',
  'member-role-unknown': 'Use owner, editor or viewer; owner hands the application over.',
  'member-may-own-none':
    'This account may own no applications: an operator has to make it an owner first (latchkey accounts set-role).',
  'member-owner-leaves': 'The owner stays the owner until the application is handed over to another member.',
  'logo-malformed': 'The body is no whole image of the type that Content-Type names: send a PNG or WebP file as it is.',
  'logo-too-large': 'A logo has at most 48 KiB.',
  'logo-side': 'A logo has at most 512 pixels a side.',
  'logo-animated': 'A logo does not move: send an image without animation.',
  'expires-at-past': 'The time of expiry must lie in the future.',
} as const;

export type ApplicationFaultCode = keyof typeof OWN_DETAILS | SiteDomainFault | RedirectUriFault | LogoutUriFault;

const DETAILS: Readonly<Record<ApplicationFaultCode, string>> = {
  ...OWN_DETAILS,
  ...SITE_DOMAIN_DETAILS,
  ...REDIRECT_URI_DETAILS,
  ...LOGOUT_URI_DETAILS,
};

/** @param path where it is, by the names of the JSON: `['platforms', 0, 'site_domains', 3]`. */
export const applicationFault = (path: Fault['path'], code: ApplicationFaultCode): Fault => ({
  path,
  code,
  detail: DETAILS[code],
});

/** Faults of the rules after those of the reading, without those about something that could not be read. */
export function joinFaults(reading: readonly Fault[], rules: readonly Fault[]): Fault[] {
  const isWithin = (path: Fault['path'], outer: Fault['path']) => outer.every((step, depth) => path[depth] === step);
  return [...reading, ...rules.filter((fault) => !reading.some((known) => isWithin(fault.path, known.path)))];
}
