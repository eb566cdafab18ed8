// The context of every page, and the data each page shows. Views take these and return HTML: no I/O, no decisions.
// Every `action` and `href` is a path of this host (`/login?…`) or a query (`?…`); anything else is shown as `#`.

import type { Invitation } from '../../core/applications/members/invitation.ts';
import type { NicknameAsName } from '../../core/grants/consent/profile-claims.ts';
import type { ConsentItemName } from '../../core/ground/consent-items.ts';
import type { Fault } from '../../core/ground/fault.ts';
import type { PublicAddress } from '../../core/operating/doctor/check-public-address.ts';
import type { AssetPaths, Brand } from './brand.ts';
import type { BoxesProps } from './document-row.ts';
import type { PasskeyPrompt, PasskeySignal } from './passkey-prompt.ts';

export const LANGUAGES = ['en', 'ko'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A page's address in each language. */
export type LanguageHrefs = Readonly<Record<Language, string>>;

/** What the language switch of a page that answers a form sends, to show the same page in another language. */
export type LanguageForm = {
  csrf: string;
  /** What was typed, without passwords and other secrets. */
  kept: readonly (readonly [name: string, value: string])[];
  /** Name of the field with the faults that the page shows, as JSON. */
  faultsField: string;
};

export type PageContext = {
  language: Language;
  brand: Brand;
  assets: AssetPaths;
  /** This page in each language, for the switch in the footer. Undefined: the page is a one-time answer. */
  languageHrefs: LanguageHrefs | undefined;
  /** The page answers a form: the switch posts to `languageHrefs`. Undefined: the switch is links. */
  languageForm?: LanguageForm | undefined;
  /** The browser's current account; shown in the header of `/` and `/account`. */
  signedInAs: { email: string; nickname: string | undefined; logoutCsrf: string; severalSignedIn: boolean } | undefined;
  /** The signed-in person works for the service: the console leads to the pages that they may open. */
  staff?: 'support' | 'operator' | undefined;
};

/** The application that a sign-in is for, as pages show it. */
export type ApplicationCard = {
  name: string;
  /** Path of its logo; undefined: pages show the initial of its name. */
  logo?: string | undefined;
  homepageUri: string | undefined;
  privacyPolicyUri: string | undefined;
  termsUri: string | undefined;
  /** Who receives the data. */
  companyName?: string | undefined;
  /** ISO 3166-1 alpha-2. */
  companyCountry?: string | undefined;
};

export type SignInProps = {
  /** Where the form posts to: `/login` with the request's query. */
  action: string;
  csrf: string;
  /** For this browser, whoever is signed in: a form of an earlier tab may still count. */
  csrfOfDevice: string;
  /** Undefined: sign-in to the person's own account page. */
  application: ApplicationCard | undefined;
  /** Link to the page of a forgotten password; undefined where the server sends no mail. */
  forgotHref?: string | undefined;
  /** Link to sign-up with the same query; undefined when registration is closed. */
  signUpHref: string | undefined;
  email: string;
  persistent: boolean;
  /** `email-missing`, `password-missing`, `credentials-wrong` (path []), `form-expired` (path []). */
  faults: readonly Fault[];
  /** Too many wrong passwords: minutes to wait, rounded up. */
  limitedForMinutes: number | undefined;
  /** Somebody is already signed in here: email address, and the link that continues as them or to the account. */
  continueAs: { email: string; href: string } | undefined;
  /**
   * The account with `email` is signed in here, and the application asks for its password again. `otherAccountHref` is
   * undefined when the application names this very person.
   */
  again: { nickname: string | undefined; otherAccountHref: string | undefined } | undefined;
  /** Nobody has an account on this server yet. Never told within the request of an application. */
  notSetUp?: boolean;
  /** The browser was signed in, and the session has ended. */
  sessionEnded: boolean;
  /** Undefined: passkeys are not offered here. */
  passkey?: PasskeyPrompt | undefined;
  /** The passkey that was just used belongs to nobody here. */
  signal?: PasskeySignal | undefined;
};

/** `minutes` to wait, rounded up, and how many sign-ups there may be in an hour. */
export type SignUpsLimit = { of: 'sign-ups'; minutes: number; perAddress: number; perNetwork: number };
export type SignUpLimit = SignUpsLimit | { of: 'mails'; minutes: number };

export type SignUpProps = {
  action: string;
  csrf: string;
  application: ApplicationCard | undefined;
  signInHref: string;
  values: { email: string; nickname: string };
  boxes: BoxesProps;
  faults: readonly Fault[];
  /** Too many sign-ups or requested mails came from here. */
  limited: SignUpLimit | undefined;
  /** Instead of a password. Undefined: passkeys are not offered here. */
  passkey?: PasskeyPrompt | undefined;
  /** A passkey was made that no account has. */
  signal?: PasskeySignal | undefined;
};

export type SelectAccountProps = {
  /** Where the form posts to: `/select-account` with the request's query. */
  action: string;
  csrf: string;
  /** Undefined: continues to the person's own account page. */
  application: ApplicationCard | undefined;
  /** The accounts signed in on this device, the most recently used first. */
  accounts: readonly { sessionId: string; email: string; nickname: string | undefined }[];
  /** `/login` with the request's query. */
  otherAccountHref: string;
  faults: readonly Fault[];
};

export type ConsentItemRow = {
  item: ConsentItemName;
  consent: 'required' | 'optional';
  purpose: string | undefined;
  /** How long the application keeps the value. */
  retention?: string | undefined;
  /** The user's own value as text, ready to show; undefined: asked for here. */
  value: string | undefined;
  /** Path of the profile picture on this host, shown instead of its address. */
  picture?: string | undefined;
  /** The application does not get the value until it is verified. */
  withheld?: boolean;
  /** Of the nickname: whether the application receives it as the name too. */
  asName?: NicknameAsName | undefined;
  /** Preset tick (always true for required). */
  agreed: boolean;
  /** Never answered before by somebody who is connected: stands first and is marked. */
  isNew?: boolean;
  /** What was typed into this row's fields, when the form is shown again: field name → text. */
  typed: Readonly<Record<string, string>>;
};

/** A scope of an API of the operator, in the page's language. */
export type ConsentScopeRow = {
  /** Its name, under which it is answered. */
  item: string;
  consent: 'required' | 'optional';
  /** Name of the API. */
  api: string;
  label: string;
  description?: string | undefined;
  purpose?: string | undefined;
  /** As of an item. */
  agreed: boolean;
  isNew?: boolean;
};
/** `host`: of its document; `isOnDevice`: the answer goes to a program on the person's own device. */
export type ConsentDocument = { host: string; isOnDevice: boolean };

export type ConsentProps = {
  action: string;
  csrf: string;
  /** The token of the person the page is shown to; undefined for a device. */
  shownTo: string | undefined;
  application: ApplicationCard;
  /** Undefined: somebody registered the application. */
  document?: ConsentDocument | undefined;
  items: readonly ConsentItemRow[];
  scopes?: readonly ConsentScopeRow[];
  signedIn: { email: string; nickname: string | undefined };
  /** `/login`, or `/select-account` where several are signed in, with the request's query. */
  otherAccountHref: string;
  /** Where it leads: host or private-use scheme of the redirect URI, or a device that shows this code (`WDJB-MJHT`). */
  to: { host: string } | { device: string };
  /** Field faults: path `[field name]`. */
  faults: readonly Fault[];
  /** True for the first connection, false when the person is asked again. */
  firstTime: boolean;
};

/** Codes of error pages: each has its own title and advice in the catalogues. */
export const ERROR_CODES = [
  'bad-request',
  'form-refused',
  'unknown-client',
  'client-id-missing',
  'redirect-uri-missing',
  'redirect-uri-malformed',
  'redirect-uri-unregistered',
  'parameter-doubled',
  ...(['request-uri-unknown', 'request-uri-expired', 'request-uri-used'] as const),
  ...(['document-not-listed', 'document-blocked', 'document-unreadable'] as const),
  ...(['document-invalid', 'document-redirect-uris'] as const),
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

/** Of an error page: the client that nobody registered; its redirect URIs that are not taken, each with its rule. */
export type RefusedDocument = { url: string; host: string; dropped: readonly { uri: string; rule: string }[] };

export type InvitationProps = {
  /** Where the form posts to: the link itself. */
  action: string;
  csrf: string;
  application: Pick<ApplicationCard, 'name' | 'logo'>;
  invitation: Pick<Invitation, 'role' | 'inviterEmail' | 'expiresAt'>;
  /** The person who would answer; undefined: nobody is signed in. */
  signedIn: { email: string; nickname: string | undefined } | undefined;
  /** False: ownership is offered, to another account than the signed-in one. */
  isMeant: boolean;
  /** The application's page, if the signed-in person already belongs to the team. */
  belongsHref: string | undefined;
  /** `/login`, or `/select-account` where several are signed in; leads back here. */
  signInHref: string;
  /** Undefined when registration is closed. */
  signUpHref: string | undefined;
  faults: readonly Fault[];
};

export type SetupProps = {
  action: string;
  csrf: string;
  values: { email: string; nickname: string };
  boxes: BoxesProps;
  faults: readonly Fault[];
};

/** What a new server still needs. */
export type WelcomeProps = { address: PublicAddress; hasApplication: boolean };

/** The catalogue as a page for application developers. */
export type CatalogueProps = {
  entries: readonly { item: ConsentItemName; claims: readonly string[]; scopes: readonly string[] }[];
};
