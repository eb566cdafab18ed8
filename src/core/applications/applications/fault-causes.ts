// What each input error of an application means (its cure: application-faults.ts). None without an entry compiles.
import type { RefusalCode } from '../../../protocol/refusals/refusals.ts';
import { GROUP_FAULT_CAUSES } from '../../people/groups/group-fault-causes.ts';
import { ASKED_SCOPE_CAUSES } from '../apis/asked-scope-faults.ts';
import { EVENT_FAULT_CAUSES } from '../application-events/event-fault-causes.ts';
import { CLIENT_KEY_CAUSES } from '../client-jwts/key-faults.ts';
import type { ApplicationFaultCode } from './application-faults.ts';
import { GRANT_TYPE_CAUSES } from './grant-type-faults.ts';

type FaultCause = { title: string; cause: string };
const NORMALISED = 'A site domain is exactly what a browser sends as Origin.';
const EXACT = 'URIs are compared character by character, so register each one exactly as you send it.';

/** The refusals of requests define the two codes that they share with registration. */
export const FAULT_CAUSES: Readonly<Record<Exclude<ApplicationFaultCode, RefusalCode>, FaultCause>> = {
  'name-missing': {
    title: 'The name is missing',
    cause: 'The consent page shows the name, so that users know who is asking.',
  },
  'name-mixed-scripts': {
    title: 'The name mixes scripts that look alike',
    cause: 'A Cyrillic а in a Latin word cannot be told apart by eye, so one name could pass for another.',
  },
  'name-of-service': {
    title: 'The name resembles the name of the service',
    cause: 'Users could mistake the application for the service itself.',
  },
  'name-too-long': { title: 'The name is too long', cause: 'Longer names do not fit on the consent page of a phone.' },
  'text-forbidden-characters': {
    title: 'The text contains forbidden characters',
    cause: 'Control, zero-width and bidirectional characters can make one text look like another.',
  },
  'implementation-method-unknown': {
    title: 'The implementation method is unknown',
    cause: 'It selects the sample code in the console, which exists only for these values.',
  },
  'login-activation-unknown': {
    title: 'login_activation is not valid',
    cause: 'login_activation is a switch with the values ON and OFF.',
  },
  'link-malformed': {
    title: 'The link is not an https URI',
    cause: 'The consent page links to it, and links only to encrypted pages.',
  },
  'audience-unknown': {
    title: 'audience is not valid',
    cause: 'An application is for everyone, for its team, or for members of groups.',
  },
  ...EVENT_FAULT_CAUSES,
  ...CLIENT_KEY_CAUSES,
  ...GRANT_TYPE_CAUSES,
  'company-name-length': {
    title: 'The company name is empty or too long',
    cause: 'The consent page shows in one line who receives the data.',
  },
  'country-unknown': {
    title: 'The country is unknown',
    cause: 'The consent page shows the name of the country in the user’s language, which it looks up by the code.',
  },
  'platform-missing': {
    title: 'The platform is missing',
    cause: 'Each entry belongs to one platform, which determines its rules.',
  },
  'platform-unknown': { title: 'The platform is unknown', cause: 'Platform names are case-sensitive.' },
  'platform-twice': {
    title: 'The application has two entries for one platform',
    cause: 'Each platform has exactly one API key.',
  },
  'platform-fixed': {
    title: 'The platform of an entry cannot be changed',
    cause: 'Clients already use its API key, and its rules depend on the platform.',
  },
  'site-domains-missing': {
    title: 'A Web entry needs site domains',
    cause: 'Only browsers on these origins can read token responses.',
  },
  'site-domains-not-web': {
    title: 'Only Web entries have site domains',
    cause: 'Only browsers send an Origin header.',
  },
  'site-domains-too-many': { title: 'Too many site domains', cause: 'The limit applies to the whole application.' },
  'site-domain-twice': {
    title: 'The site domain is listed twice',
    cause: 'After normalization (lower case, A-labels, no default port), it equals another one in the list.',
  },
  'site-domain-malformed': { title: 'The site domain is malformed', cause: NORMALISED },
  'site-domain-scheme': {
    title: 'The scheme of the site domain is not allowed',
    cause: `${NORMALISED} Pages are loaded over http, over https or from a file.`,
  },
  'site-domain-user': { title: 'The site domain has a username or password', cause: NORMALISED },
  'site-domain-host': {
    title: 'The host of the site domain is not valid',
    cause: `${NORMALISED} Wildcards, underscores and shortened IP addresses are not allowed.`,
  },
  'site-domain-port': { title: 'The port of the site domain is not valid', cause: NORMALISED },
  'site-domain-path': { title: 'The site domain has a path', cause: NORMALISED },
  'site-domain-query': { title: 'The site domain has a query', cause: NORMALISED },
  'site-domain-fragment': { title: 'The site domain has a fragment', cause: NORMALISED },
  'site-domain-file-host': {
    title: 'A file site domain must not have a host',
    cause: 'All pages opened from files share one origin.',
  },
  'package-name-not-android': {
    title: 'Only Android entries have a package name',
    cause: 'iOS and Web entries have no package name.',
  },
  'package-name-malformed': {
    title: 'The package name is malformed',
    cause:
      'It must have two or more parts separated by dots, of letters, digits and underscores, and at most 255 characters.',
  },
  'bundle-id-not-ios': {
    title: 'Only iOS entries have a bundle ID',
    cause: 'Android and Web entries have no bundle ID.',
  },
  'bundle-id-malformed': {
    title: 'The bundle ID is malformed',
    cause: 'It consists of letters, digits, hyphens and dots, and has at most 155 characters.',
  },
  'redirect-uris-too-many': { title: 'Too many redirect URIs', cause: 'The limit applies to the whole application.' },
  'redirect-uri-twice': { title: 'The URI is listed twice', cause: 'The URI equals another one in the list.' },
  'redirect-uri-too-long': {
    title: 'The URI is too long',
    cause: 'Browsers and servers may truncate or refuse longer URIs.',
  },
  'redirect-uri-characters': { title: 'The URI contains forbidden characters', cause: EXACT },
  'redirect-uri-percent-encoding': { title: 'The percent-encoding of the URI is malformed', cause: EXACT },
  'redirect-uri-fragment': {
    title: 'The URI has a fragment',
    cause: 'Browsers do not send fragments to servers (RFC 6749 3.1.2).',
  },
  'redirect-uri-wildcard': {
    title: 'The URI contains a wildcard',
    cause: `${EXACT} A wildcard would allow URIs of others (RFC 9700 4.1).`,
  },
  'redirect-uri-relative': { title: 'The URI is not absolute', cause: EXACT },
  'redirect-uri-scheme': {
    title: 'The scheme of the URI is not allowed',
    cause:
      'Schemes such as javascript:, data: and file: run code or open files, and a scheme without a dot has no owner.',
  },
  'redirect-uri-scheme-case': { title: 'The scheme of the URI is not lowercase', cause: EXACT },
  'redirect-uri-private-scheme': {
    title: 'A private-use scheme needs a native platform entry',
    cause: 'Only apps receive such URIs (RFC 8252 7.1), and the application has no Android or iOS entry.',
  },
  'redirect-uri-user': {
    title: 'The URI has a username or password',
    cause: 'Text before @ hides the real host from users.',
  },
  'redirect-uri-host': { title: 'The host of the URI is not valid', cause: EXACT },
  'redirect-uri-port': { title: 'The port of the URI is not valid', cause: EXACT },
  'redirect-uri-http-host': {
    title: 'http is not allowed for this host',
    cause: 'Without encryption, anyone on the network can read the code.',
  },
  'redirect-uri-parameter': {
    title: 'The URI contains a parameter of the response',
    cause: 'The response would contain the parameter twice, and parsers handle repeated parameters differently.',
  },
  'redirect-uri-dot-segment': {
    title: 'The path of the URI has a dot segment',
    cause: 'Browsers resolve dot segments, so users would arrive at a different URI than the registered one.',
  },
  'post-logout-uris-too-many': {
    title: 'Too many post-logout redirect URIs',
    cause: 'The limit applies to the whole application.',
  },
  'post-logout-uri-parameter': {
    title: 'The post-logout redirect URI contains state',
    cause: 'The response would contain the parameter twice, and parsers handle repeated parameters differently.',
  },
  'backchannel-uri-scheme': {
    title: 'The server cannot send messages to a URI of this scheme',
    cause: 'The server cannot reach an app on a device.',
  },
  'signing-algorithm-unknown': {
    title: 'The signing algorithm is unknown',
    cause: 'The server has keys only for these algorithms. It never uses none or HS256.',
  },
  'item-missing': { title: 'The consent item is missing', cause: 'Each entry is for one item of the catalogue.' },
  'item-unknown': {
    title: 'The consent item is unknown',
    cause: 'An application can request only items of the catalogue.',
  },
  'item-twice': {
    title: 'The consent item is listed twice',
    cause: 'Two entries for one item could contradict each other.',
  },
  'item-fixed': {
    title: 'The item of an entry cannot be changed',
    cause: 'Users agreed to this item, not to another one.',
  },
  'consent-missing': {
    title: 'consent is missing',
    cause: 'The owner must decide whether users can decline the item.',
  },
  'consent-unknown': { title: 'consent is not valid', cause: 'An item is either required or optional.' },
  'verified-not-email': {
    title: 'verified is allowed only for email',
    cause: 'verified means that the application requires a verified email address. Other items cannot be verified.',
  },
  'purpose-too-long': { title: 'The purpose is too long', cause: 'The consent page shows it beside the user’s value.' },
  'retention-too-long': {
    title: 'The retention is too long',
    cause: 'The consent page shows it beside the user’s value.',
  },
  'member-email-malformed': {
    title: 'The member’s email address is malformed',
    cause: 'Members are invited by email address.',
  },
  'member-email-not-plain': { title: 'The member’s address is not plain', cause: 'Some letters count as others.' },
  'member-role-new': {
    title: 'The role of the invitation is not valid',
    cause: 'Nobody can become the owner by invitation.',
  },
  'member-role-unknown': { title: 'The role is unknown', cause: 'A member is an owner, editor or viewer.' },
  'member-may-own-none': {
    title: 'The account cannot own applications',
    cause: 'Only accounts with the role owner or operator can own applications.',
  },
  'member-owner-leaves': {
    title: 'The owner’s role cannot be changed',
    cause: 'An application always has exactly one owner.',
  },
  'logo-malformed': {
    title: 'The logo is not a valid image',
    cause: 'The file must be a complete PNG or WebP image, without data before or after it.',
  },
  'logo-too-large': {
    title: 'The logo file is too large',
    cause: 'Every sign-in page loads it, also on slow connections.',
  },
  'logo-side': {
    title: 'The logo has too many pixels',
    cause: 'It is shown at 56 pixels. 512 pixels are enough for any screen.',
  },
  'logo-animated': {
    title: 'The logo is animated',
    cause: 'Animation would distract users on pages that ask for a password.',
  },
  'expires-at-past': { title: 'The expiry time is in the past', cause: 'The secret would be expired from the start.' },
  'account-value-unknown': {
    title: 'The value is not allowed',
    cause: 'The member has the values in the detail only.',
  },
  ...ASKED_SCOPE_CAUSES,
  ...GROUP_FAULT_CAUSES,
};
