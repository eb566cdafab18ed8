// What each fault of an application means, for the catalogue of refusals. Its cure is the sentence that tells the fault
// (application-faults.ts); a fault without an entry here does not compile.
import type { RefusalCode } from '../../protocol/refusals/refusals.ts';
import type { ApplicationFaultCode } from './application-faults.ts';

type FaultCause = { title: string; cause: string };

const NORMALISED = 'A site domain is what a browser sends as Origin, and nothing more.';
const EXACT = 'Addresses are compared character by character, so each is registered exactly as it is sent.';

/** The two that requests share with registration stand among the refusals of requests. */
export const FAULT_CAUSES: Readonly<Record<Exclude<ApplicationFaultCode, RefusalCode>, FaultCause>> = {
  'name-missing': {
    title: 'The name is missing',
    cause: 'Users see on the consent page who asks; an empty or invisible name would not tell them.',
  },
  'name-too-long': { title: 'The name is too long', cause: 'It would not fit the consent page on a phone.' },
  'text-forbidden-characters': {
    title: 'The text has characters that do not show',
    cause: 'Control, zero-width and direction-changing characters make one text look like another.',
  },
  'implementation-method-unknown': {
    title: 'The implementation method is unknown',
    cause: 'It selects the sample code in the console, which exists for these values only.',
  },
  'login-activation-unknown': {
    title: 'login_activation has another value',
    cause: 'It is a switch, written as text.',
  },
  'link-malformed': {
    title: 'The link is no https URI',
    cause: 'The consent page links to it, and sends users nowhere without encryption.',
  },
  'platform-missing': {
    title: 'The platform is missing',
    cause: 'An entry is about one platform, and its rules depend on which.',
  },
  'platform-unknown': { title: 'The platform is unknown', cause: 'Names are compared with upper and lower case.' },
  'platform-twice': { title: 'Two entries of one platform', cause: 'Each platform has one API key.' },
  'platform-fixed': {
    title: 'The platform of an entry never changes',
    cause: 'Its API key is in use as that platform’s: whether it may have a secret depends on it.',
  },
  'site-domains-missing': {
    title: 'A Web entry without site domains',
    cause: 'Browsers may read token answers from these origins only.',
  },
  'site-domains-not-web': { title: 'Site domains on an entry that is not Web', cause: 'Only browsers send an Origin.' },
  'site-domains-too-many': { title: 'Too many site domains', cause: 'The bound is for the whole application.' },
  'site-domain-twice': {
    title: 'The same site domain twice',
    cause: 'After normalising (lower case, A-labels, no default port) it equals another one in the list.',
  },
  'site-domain-malformed': { title: 'The site domain is malformed', cause: NORMALISED },
  'site-domain-scheme': {
    title: 'The scheme of the site domain',
    cause: `${NORMALISED} Pages come over http, https or from a file.`,
  },
  'site-domain-user': { title: 'A user in the site domain', cause: NORMALISED },
  'site-domain-host': {
    title: 'The host of the site domain',
    cause: `${NORMALISED} Wildcards, underscores and shortened addresses are no host.`,
  },
  'site-domain-port': { title: 'The port of the site domain', cause: NORMALISED },
  'site-domain-path': { title: 'A path in the site domain', cause: NORMALISED },
  'site-domain-query': { title: 'A query in the site domain', cause: NORMALISED },
  'site-domain-fragment': { title: 'A fragment in the site domain', cause: NORMALISED },
  'site-domain-file-host': {
    title: 'A host in a file site domain',
    cause: 'Pages opened from files all share one origin.',
  },
  'package-name-not-android': { title: 'A package name on another entry', cause: 'iOS and Web have none.' },
  'package-name-malformed': {
    title: 'The package name is malformed',
    cause: 'It has two or more parts with dots between, of letters, digits and underscores, at most 255 characters.',
  },
  'bundle-id-not-ios': { title: 'A bundle id on another entry', cause: 'Android and Web have none.' },
  'bundle-id-malformed': {
    title: 'The bundle id is malformed',
    cause: 'It has letters, digits, hyphens and dots, at most 155 characters.',
  },
  'redirect-uris-too-many': { title: 'Too many redirect URIs', cause: 'The bound is for the whole application.' },
  'redirect-uri-twice': { title: 'The same URI twice', cause: 'It equals another one in the list.' },
  'redirect-uri-too-long': {
    title: 'The URI is too long',
    cause: 'Browsers and servers on the way cut or refuse longer ones.',
  },
  'redirect-uri-characters': { title: 'Characters that a URI must not have', cause: EXACT },
  'redirect-uri-percent-encoding': { title: 'Broken percent-encoding in the URI', cause: EXACT },
  'redirect-uri-fragment': {
    title: 'A fragment in the URI',
    cause: 'Browsers keep fragments to themselves (RFC 6749 3.1.2).',
  },
  'redirect-uri-wildcard': {
    title: 'A wildcard in the URI',
    cause: `${EXACT} A wildcard lets others in (RFC 9700 4.1).`,
  },
  'redirect-uri-relative': { title: 'The URI is not absolute', cause: EXACT },
  'redirect-uri-scheme': {
    title: 'The scheme of the URI',
    cause: 'javascript:, data:, file: and their like run or open things; a scheme without a dot belongs to nobody.',
  },
  'redirect-uri-scheme-case': { title: 'The scheme is not in lower case', cause: EXACT },
  'redirect-uri-private-scheme': {
    title: 'A private-use scheme without a native entry',
    cause: 'Only apps receive such addresses (RFC 8252 7.1), and the application has none.',
  },
  'redirect-uri-user': { title: 'A user in the URI', cause: 'What stands before @ hides the real host from people.' },
  'redirect-uri-host': { title: 'The host of the URI', cause: EXACT },
  'redirect-uri-port': { title: 'The port of the URI', cause: EXACT },
  'redirect-uri-http-host': {
    title: 'http at a host that is not yours',
    cause: 'Without encryption whoever is on the way reads the code.',
  },
  'redirect-uri-parameter': {
    title: 'The URI brings a parameter of the answer',
    cause: 'The answer would carry it twice, and readers take different ones.',
  },
  'post-logout-uris-too-many': {
    title: 'Too many post-logout redirect URIs',
    cause: 'The bound is for the whole application.',
  },
  'post-logout-uri-parameter': {
    title: 'The post-logout URI brings state',
    cause: 'The answer would carry it twice, and readers take different ones.',
  },
  'backchannel-uri-scheme': {
    title: 'The scheme of the back-channel logout URI',
    cause: 'An app on a device cannot be reached from here.',
  },
  'signing-algorithm-unknown': {
    title: 'The signing algorithm is unknown',
    cause: 'The server has keys for these only; none and HS256 are never used.',
  },
  'item-missing': { title: 'The consent item is missing', cause: 'An entry is about one item of the catalogue.' },
  'item-unknown': { title: 'The consent item is unknown', cause: 'Only items of the catalogue can be asked for.' },
  'item-twice': { title: 'Two entries of one consent item', cause: 'One would say required and the other optional.' },
  'item-fixed': { title: 'The item of an entry never changes', cause: 'Users agreed to that item, not to another.' },
  'consent-missing': {
    title: 'consent is missing',
    cause: 'Whether users may leave the item out is the owner’s decision to make.',
  },
  'consent-unknown': { title: 'consent has another value', cause: 'There is no third way.' },
  'verified-not-email': {
    title: 'verified on another item than email',
    cause: 'It says that the application needs a verified e-mail address; other items have none.',
  },
  'verified-needs-mail': {
    title: 'Verified addresses need a server that sends mail',
    cause: 'Without mail nobody could become verified, and nobody who is not could sign in to the application.',
  },
  'purpose-too-long': {
    title: 'The purpose is too long',
    cause: 'Users read it on the consent page, beside their own value.',
  },
  'member-email-malformed': {
    title: 'The member’s address is malformed',
    cause: 'Members are invited by an e-mail address.',
  },
  'member-role-new': { title: 'The role of an invited member', cause: 'Nobody becomes the owner by an invitation.' },
  'member-role-unknown': { title: 'The role is unknown', cause: 'There are three.' },
  'member-may-own-none': {
    title: 'The account may own no applications',
    cause: 'Applications are owned by accounts with the role owner or operator.',
  },
  'member-owner-leaves': { title: 'The owner’s role cannot be taken', cause: 'An application has exactly one owner.' },
  'logo-malformed': {
    title: 'The logo is no image of its type',
    cause:
      'The bytes are read from signature to end: a PNG or WebP file, whole, with nothing before, behind or missing.',
  },
  'logo-too-large': { title: 'The logo is too large', cause: 'Every sign-in on a slow line loads it.' },
  'logo-side': { title: 'The logo is too wide or too high', cause: 'It is shown at 56 pixels; 512 serve any screen.' },
  'logo-animated': {
    title: 'The logo moves',
    cause: 'Nothing on a page that asks for a password should draw the eye away.',
  },
  'expires-at-past': { title: 'The time of expiry is past', cause: 'The secret would be dead when it is made.' },
};
