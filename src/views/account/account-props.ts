// Props of the account's pages: what all of them show, and what each adds.

import type { AddedLately } from '../../core/applications/api-tokens/added-lately.ts';
import type { Receipt } from '../../core/applications/receipts/receipt.ts';
import type { NicknameAsName } from '../../core/grants/consent/profile-claims.ts';
import type { Account, Profile } from '../../core/ground/accounts/account.ts';
import type { ConsentItemName } from '../../core/ground/consent-items.ts';
import type { Fault } from '../../core/ground/fault.ts';
import type { Activity } from '../../core/people/activities/activity.ts';
import type { ShownGroup } from '../../core/people/groups/group.ts';
import type { DocumentRow } from '../page/document-row.ts';
import type { ConsentScopeRow } from '../page/page.ts';

export type AccountConnection = {
  applicationId: string;
  name: string;
  /** Of a client that nobody registered: the host of its document. */
  documentHost?: string | undefined;
  logo?: string | undefined;
  homepageUri: string | undefined;
  connectedAt: number;
  lastUsedAt: number | undefined;
  /** For a year: the page suggests to disconnect it. */
  unused?: boolean;
  /** Its own page. */
  href: string;
  items: readonly {
    item: ConsentItemName;
    consent: 'required' | 'optional';
    agreed: boolean;
    value: string | undefined;
    /** The application does not get the value until it is verified. */
    withheld?: boolean;
    /** Of the nickname: whether the application receives it as the name too. */
    asName?: NicknameAsName | undefined;
  }[];
  /** What it may do at APIs of the operator. */
  scopes?: readonly ConsentScopeRow[];
};

export type AccountSession = {
  id: string;
  /** Browser with its version, and operating system: proper names, the same in every language. Undefined: unknown. */
  browser: string | undefined;
  system: string | undefined;
  /** The network it last signed in from; empty: unknown. */
  network: string;
  firstSeenAt: number;
  lastUsedAt: number;
  current: boolean;
};

/** What has just been done, shown as a notice. */
export type AccountNotice =
  | 'profile-saved'
  | 'picture-saved'
  | 'picture-removed'
  | 'email-changed'
  | 'email-kept'
  | 'email-verified'
  | 'username-taken'
  | 'username-changed'
  | 'password-changed'
  | 'password-reset'
  | 'two-step-off'
  | 'session-ended'
  | 'sessions-ended'
  | 'item-saved'
  | 'documents-saved'
  | 'disconnected'
  | 'account-restored';

/** The forms of the page that can be shown again with faults. */
export type AccountForm = 'profile' | 'picture' | 'email' | 'username' | 'password';

/** How a form is confirmed: by the password in it, or before it by whoever has none. */
export type FormProof =
  | { by: 'password' }
  /** `href`: where the person confirms who they are; undefined: they have done so lately. */
  | { by: 'confirmation'; href: string | undefined };

export type AccountUsername = {
  current: string | undefined;
  /** What was typed, when the form is shown again. */
  typed: string;
  /** The former name was dropped when usernames became unique. */
  dropped: boolean;
  /** Opens the form that changes the username. */
  open: boolean;
  /** Whether the person has recently confirmed who they are, which a change requires. */
  confirmed: boolean;
  confirmHref: string;
  /** How often it may still be changed; `againAt`: when it may be changed again. */
  changesLeft: number;
  againAt: number | undefined;
};

/** A document of the service, with the agreement that stands. */
export type AccountDocument = DocumentRow & { agreed: { version: string; at: number } | undefined };

/** What every page of the account shows. */
export type AccountFrame = {
  csrf: string;
  account: Pick<Account, 'email' | 'emailVerified' | 'role' | 'createdAt'>;
  notice: AccountNotice | undefined;
  /** Which form of the page the faults belong to. */
  faultsIn: AccountForm | undefined;
  faults: readonly Fault[];
};

export type ProfilePage = {
  page: 'profile';
  /** Stored values, or what was typed when the form is shown again with faults. */
  profile: Profile;
  /** `uploaded`: this host shows it · `elsewhere`: the URL that an import brought along. Undefined: there is none. */
  picture: { kind: 'uploaded' } | { kind: 'elsewhere'; url: string } | undefined;
  /** Applications do not get the address until it is verified. */
  emailWithheld?: boolean;
  /** Where the address is verified; undefined: it is, or the server sends no mail. */
  verifyHref?: string | undefined;
  /** `proven`: a new address is proven by mail before it takes effect. `pending`: one that waits; absent: none. */
  emailChange?: { proven: boolean; pending: { email: string; href: string } | undefined } | undefined;
  /** The account is in doubt: until then the address that stood before can take the change back. */
  emailDoubt?: { former: string; until: number } | undefined;
  emailProof: FormProof;
  /** What was typed, when the form of the email address is shown again. */
  typedEmail?: string | undefined;
  username: AccountUsername;
  /** All of theirs, with texts in the page's language. */
  groups: readonly ShownGroup[];
  /** Link to the console: `own` for people who have something to do there, `become` for those who may become owners. */
  console?: 'own' | 'become' | undefined;
};

/** The form of language and time zone. */
export type LanguagePage = { page: 'language'; profile: Profile };

export type SecurityPage = {
  page: 'security';
  passwordProof: FormProof;
  twoStep: { on: boolean; recoveryCodesLeft: number };
  /** Undefined: passkeys are not offered here. */
  passkeys?: { count: number } | undefined;
  /** After a change of the password. Newest first. */
  addedLately?: readonly AddedLately[];
};

export type DevicesPage = {
  page: 'devices';
  /** This device first, then the most recently used others. */
  sessions: readonly AccountSession[];
  /** Whether there are more sessions than these. */
  moreSessions: boolean;
};

export type ApplicationsPage = {
  page: 'applications';
  connections: readonly AccountConnection[];
  /** The application that the person came from: its connection is open, and `backHref` leads back to it. */
  opened?: { applicationId: string; name: string; query: string; backHref: string | undefined } | undefined;
};

/** A receipt as core has it. */
export type ReceiptRow = Omit<Receipt, 'sub'>;

export type ShownReceipts = {
  /** The newest first. */
  receipts: readonly ReceiptRow[];
  /** The same page with earlier ones; undefined: there are none. */
  olderHref: string | undefined;
};

/** One application, connected or not. */
export type ApplicationPage = ShownReceipts & {
  page: 'application';
  /** Where it is gone, its name at the last agreement. */
  name: string;
  logo?: string | undefined;
  /** Undefined: it is not connected. */
  connected: AccountConnection | undefined;
  /** The JSON that it would get now, character by character; undefined: it gets nothing. */
  readable: string | undefined;
  /** Where the optional items are. */
  manageHref: string;
};

/** Every agreement, also of applications that are gone. */
export type ReceiptsPage = ShownReceipts & { page: 'receipts' };

export type ActivityRow = Omit<Activity, 'applicationId'> & {
  /** As `AccountSession` has them. */
  browser: string | undefined;
  system: string | undefined;
};

export type ActivityPage = {
  page: 'activity';
  /** The newest first. */
  activities: readonly ActivityRow[];
  /** The same page with earlier ones; undefined: there are none. */
  olderHref: string | undefined;
};

export type DataPage = {
  page: 'data';
  /** Where the person confirms who they are before the download; undefined: they have done so lately. */
  confirmHref: string | undefined;
  /** Documents of the service; empty: it has none. */
  documents: readonly AccountDocument[];
};

export type AccountPage =
  | ProfilePage
  | LanguagePage
  | SecurityPage
  | DevicesPage
  | ApplicationsPage
  | ApplicationPage
  | ReceiptsPage
  | ActivityPage
  | DataPage;

export type AccountProps = AccountFrame & AccountPage;
