// What every page is given, and the data each page shows. Views take these and return HTML: no I/O, no decisions.
// Every `action` and `href` is a path of this host (`/login?…`) or a query (`?…`); anything else is shown as `#`.

import type { ConsentItemName } from '../../core/consent/catalogue.ts';
import type { PublicAddress } from '../../core/doctor/check-public-address.ts';
import type { Fault } from '../../core/fault.ts';
import type { Invitation } from '../../core/members/invitation.ts';

export type Language = 'en' | 'ko';
export const LANGUAGES: readonly Language[] = ['en', 'ko'];

/** The operator's own looks. */
export type Brand = {
  serviceName: string;
  /** `#rrggbb`; text on it is black or white, whichever contrasts more. */
  accentColor: string;
  /** Address of mail or https URI to turn to; undefined: "the people who run this service". */
  supportContact: string | undefined;
};

/** Where the files of `/assets/…` are (their names change with their contents); `icon`: the browser tab's picture. */
export type AssetPaths = {
  style: string;
  script: string;
  icon?: string;
  /** A second stylesheet, for the account and the catalogue; a third one and a script, for the console. */
  wide?: string;
  consoleStyle?: string;
  consoleScript?: string;
};

export type PageContext = {
  language: Language;
  brand: Brand;
  assets: AssetPaths;
  /** This page in each language, for the switch in the footer. Undefined on answers to POST that cannot be repeated. */
  languageHrefs: Readonly<Record<Language, string>> | undefined;
  /** Of the browser's session; shown in the header of `/` and `/account`. */
  signedInAs: { email: string; nickname: string | undefined; logoutCsrf: string; severalSignedIn: boolean } | undefined;
};

/** The application that a sign-in is for, as its pages show it. */
export type ApplicationCard = {
  name: string;
  /** Path of its logo; none: the initial of its name, here and wherever one is shown. */
  logo?: string | undefined;
  homepageUri: string | undefined;
  privacyPolicyUri: string | undefined;
  termsUri: string | undefined;
};

export type SignInProps = {
  /** Where the form posts to: `/login` with the request's query. */
  action: string;
  csrf: string;
  /** Undefined: sign-in to one's own account page. */
  application: ApplicationCard | undefined;
  /** Link to sign-up with the same query; undefined when registration is closed. */
  signUpHref: string | undefined;
  email: string;
  persistent: boolean;
  /** `email-missing`, `password-missing`, `credentials-wrong` (path []), `form-expired` (path []). */
  faults: readonly Fault[];
  /** Too many wrong passwords: minutes to wait, rounded up. */
  limitedForMinutes: number | undefined;
  /**
   * Somebody is signed in here already: e-mail and the link that goes on as them (inside a request), or to the account.
   */
  continueAs: { email: string; href: string } | undefined;
};

export type SignUpProps = {
  action: string;
  csrf: string;
  application: ApplicationCard | undefined;
  signInHref: string;
  values: { email: string; nickname: string };
  faults: readonly Fault[];
  /** Too many sign-ups came from here: minutes to wait, rounded up. */
  limitedForMinutes: number | undefined;
};

export type SelectAccountProps = {
  /** Where the form posts to: `/select-account` with the request's query. */
  action: string;
  csrf: string;
  /** Undefined: to go on to one's own account page. */
  application: ApplicationCard | undefined;
  /** Those signed in on this device, the one last used first. */
  accounts: readonly { sessionId: string; email: string; nickname: string | undefined }[];
  /** `/login` with the request's query. */
  otherAccountHref: string;
  faults: readonly Fault[];
};

export type ConsentItemRow = {
  item: ConsentItemName;
  consent: 'required' | 'optional';
  purpose: string | undefined;
  /** The user's own value as text, ready to show; undefined: asked for here. */
  value: string | undefined;
  /** The application does not get the value until it is verified. */
  withheld?: boolean;
  /** Preset tick (always true for required). */
  agreed: boolean;
  /** What was typed into this row's fields before the form came back: field name → text. */
  typed: Readonly<Record<string, string>>;
};

export type ConsentProps = {
  action: string;
  csrf: string;
  /** The token of whom the page is shown to. */
  shownTo: string;
  application: ApplicationCard;
  items: readonly ConsentItemRow[];
  signedIn: { email: string; nickname: string | undefined };
  /** `/login`, or `/select-account` where several are signed in, with the request's query. */
  otherAccountHref: string;
  /** Host of the redirect URI, or its scheme for a private-use one. */
  redirectHost: string;
  /** Field faults: path `[field name]`. */
  faults: readonly Fault[];
  /** First connection, or asked again. */
  firstTime: boolean;
};

export type FormPostProps = {
  /** The redirect URI as the application sent it: http or https. */
  action: string;
  /** Name and value of each parameter of the answer. */
  fields: readonly (readonly [name: string, value: string])[];
  /** Host of the redirect URI. */
  destination: string;
};

/** The stable names of error pages: each has its own title and advice in the catalogues. */
export const ERROR_CODES = [
  'bad-request',
  'form-refused',
  'unknown-client',
  'client-id-missing',
  'redirect-uri-missing',
  'redirect-uri-malformed',
  'redirect-uri-unregistered',
  'parameter-doubled',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'not-acceptable',
  'request-timeout',
  'body-too-large',
  'uri-too-long',
  'unsupported-media-type',
  'misdirected-request',
  'too-many-requests',
  'headers-too-large',
  'link-expired',
  'server-error',
  'unavailable',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export type ErrorProps = {
  status: number;
  code: ErrorCode;
  requestId: string;
  /** Seconds after which trying again makes sense (429, 503). */
  retryAfterSeconds?: number | undefined;
  /** Path of the page that explains the error to developers; shown beside the sentence for them. */
  helpHref?: string | undefined;
  /** English sentence for the application's developer, shown under "For developers". */
  developerDetail?: string | undefined;
  /** The step that helps: e.g. back to `/`. */
  next?: { href: string } | undefined;
};

export type InvitationProps = {
  /** Where the form posts to: the link itself. */
  action: string;
  csrf: string;
  invitation: Pick<Invitation, 'applicationName' | 'role' | 'inviterEmail' | 'expiresAt'>;
  /** Who would answer; undefined: nobody is signed in. */
  signedIn: { email: string; nickname: string | undefined } | undefined;
  /** The application's page, where who is signed in belongs to the team already. */
  belongsHref: string | undefined;
  /** `/login`, or `/select-account` where several are signed in; leads back here. */
  signInHref: string;
  /** Undefined: nobody can sign up by themselves. */
  signUpHref: string | undefined;
  faults: readonly Fault[];
};

export type SetupProps = {
  action: string;
  csrf: string;
  values: { email: string; nickname: string };
  faults: readonly Fault[];
};

/** What a new server still needs. */
export type WelcomeProps = { address: PublicAddress; hasApplication: boolean };

export type ConfirmProps = {
  action: string;
  csrf: string;
  email: string;
  /** Of the page that the person came from. */
  backHref: string;
  /** Texts of a form that was sent too late, by field: they come back in it. */
  kept: readonly (readonly [name: string, value: string])[];
  /** `password-missing`, `current-password-wrong`, `form-expired` (path []). */
  faults: readonly Fault[];
  /** As for `SignInProps`. */
  limitedForMinutes: number | undefined;
};

export type SetPasswordProps = { action: string; csrf: string; email: string; faults: readonly Fault[] };

export type HomeProps = { signInHref: string; signUpHref: string | undefined };

/** The catalogue as a page for application developers. */
export type CatalogueProps = {
  entries: readonly { item: ConsentItemName; claims: readonly string[]; scopes: readonly string[] }[];
};
