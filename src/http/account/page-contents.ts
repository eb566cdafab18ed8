// What each page of the account shows. Each reads what it needs, and no other's.

import { listAddedLately } from '../../core/applications/api-tokens/added-lately.ts';
import { listOwnInvitations } from '../../core/applications/members/answer-invitation.ts';
import { mayUseConsole } from '../../core/applications/members/may-use-console.ts';
import type { Account, Profile } from '../../core/ground/accounts/account.ts';
import { isConfirmed } from '../../core/ground/acts/session-proof.ts';
import type { Fault } from '../../core/ground/fault.ts';
import { timeOfId } from '../../core/ground/secrets.ts';
import { describeDevice } from '../../core/ground/texts/describe-device.ts';
import { inLanguage } from '../../core/ground/texts/translations.ts';
import { uploadedPictureId } from '../../core/people/pictures/picture.ts';
import { changesLeft } from '../../core/people/usernames/take-username.ts';
import type { SignedIn } from '../../core/sign-in/sessions/session.ts';
import type {
  AccountForm,
  AccountNotice,
  AccountPage,
  AccountSession,
  AccountUsername,
  ApplicationsPage,
  FormProof,
  ProfilePage,
  SecurityPage,
} from '../../views/account/account-props.ts';
import { type AccountPageName, accountPath } from '../../views/page/account-pages.ts';
import type { Language } from '../../views/page/page.ts';
import { confirmHref } from '../confirmation/confirm.ts';
import { VERIFY_PATH } from '../flow/after-sign-in.ts';
import { isWithheld } from '../flow/consent-rows.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import { activityContents } from './activity.ts';
import { applicationContents, shownReceipts } from './application.ts';
import type { OpenedConnection } from './connections.ts';
import { accountDocuments } from './documents.ts';
import { connectionsOf } from './shown-connections.ts';

/** Where the username is changed, and the page to return to after a confirmation. */
export const USERNAME_PATH = '/account/username';

/** Where the code of a new address is typed. */
export const EMAIL_CODE_PATH = '/account/email/code';

/** A page of the menu, the form of language and time zone, one application, or every receipt. */
export type ShownAccount = {
  page: AccountPageName | 'language' | 'application' | 'receipts';
  /** Whose page it is. */
  applicationId?: string;
  /** Receipts or activities before this one. */
  beforeId?: string | undefined;
  status?: number;
  notice?: AccountNotice | undefined;
  faultsIn?: AccountForm | undefined;
  faults?: readonly Fault[];
  /** What was typed into the profile form that is shown again. */
  typed?: Profile;
  /** The same for the form of the email address. */
  typedEmail?: string | undefined;
  /** The same for the form of the username. */
  typedUsername?: string | undefined;
  /** Opens the form that changes the username. */
  usernameOpen?: boolean;
  /** The application whose entry is open. */
  opened?: OpenedConnection | undefined;
};

type Wanted = { signedIn: SignedIn; language: Language; shown: ShownAccount };

export async function pageContents(deps: AuthDeps, { signedIn, language, shown }: Wanted): Promise<AccountPage> {
  const { account } = signedIn;
  switch (shown.page) {
    case 'profile':
      return {
        page: 'profile',
        profile: { ...account.profile, ...shown.typed },
        picture: pictureOf(account),
        emailWithheld: isWithheld('email', account, deps.ports.rules),
        verifyHref: account.emailVerified || deps.ports.rules.mail === 'off' ? undefined : VERIFY_PATH,
        emailChange: await emailChangeOf(deps, account),
        emailDoubt: await emailDoubtOf(deps, account),
        emailProof: proofFor(deps, signedIn, accountPath('profile')),
        typedEmail: shown.typedEmail,
        username: await usernameOf(deps, signedIn, shown),
        groups: (await deps.ports.groups.listByAccount(account.id)).map((group) => inLanguage(group, language)),
        console: await consoleLink(deps, account),
      };
    case 'language':
      return { page: 'language', profile: { ...account.profile, ...shown.typed } };
    case 'security':
      return {
        page: 'security',
        passwordProof: proofFor(deps, signedIn, accountPath('security')),
        twoStep: await twoStepOf(deps, account),
        passkeys: await passkeysOf(deps, account),
        addedLately: shown.notice === 'password-changed' ? await listAddedLately(deps.ports, account.id) : [],
      };
    case 'devices':
      return { page: 'devices', ...(await sessionsOf(deps, signedIn)) };
    case 'applications':
      return {
        page: 'applications',
        connections: await connectionsOf(deps, account, language),
        opened: openedIn(language, shown.opened),
      };
    case 'application':
      return applicationContents(deps, { account, language, id: shown.applicationId ?? '', beforeId: shown.beforeId });
    case 'receipts':
      return { page: 'receipts', ...(await shownReceipts(deps, { accountId: account.id, beforeId: shown.beforeId })) };
    case 'activity':
      return activityContents(deps, { accountId: account.id, beforeId: shown.beforeId });
    case 'data':
      return {
        page: 'data',
        confirmHref: isConfirmed(signedIn.session, deps.ports.clock.now())
          ? undefined
          : confirmHref(accountPath('data')),
        documents: await accountDocuments(deps, account.id, language),
      };
  }
}

/** @param path of the page with the form */
const proofFor = ({ ports }: AuthDeps, { account, session }: SignedIn, path: string): FormProof =>
  account.passwordHash !== undefined
    ? { by: 'password' }
    : { by: 'confirmation', href: isConfirmed(session, ports.clock.now()) ? undefined : confirmHref(path) };

function openedIn(language: Language, opened: OpenedConnection | undefined): ApplicationsPage['opened'] {
  if (opened === undefined) return undefined;
  const { application, query, backHref } = opened;
  return { applicationId: application.id, name: inLanguage(application, language).name, query, backHref };
}

function pictureOf({ profile: { picture } }: Account): ProfilePage['picture'] {
  if (picture === undefined) return undefined;
  return uploadedPictureId(picture) === undefined ? { kind: 'elsewhere', url: picture } : { kind: 'uploaded' };
}

async function usernameOf(
  { ports }: AuthDeps,
  { account, session }: SignedIn,
  { typedUsername = '', faultsIn, usernameOpen = faultsIn === 'username' }: ShownAccount,
): Promise<AccountUsername> {
  const now = ports.clock.now();
  const { left, againAt } = changesLeft(account, now);
  return {
    current: account.username,
    typed: typedUsername,
    dropped: account.username === undefined && (await ports.usernames.wasDropped(account.id)),
    confirmed: isConfirmed(session, now),
    open: usernameOpen,
    confirmHref: confirmHref(USERNAME_PATH),
    changesLeft: left,
    againAt,
  };
}

async function emailChangeOf({ ports }: AuthDeps, { id }: Account): Promise<ProfilePage['emailChange']> {
  if (ports.rules.mail === 'off') return { proven: false, pending: undefined };
  const change = await ports.emailChanges.find(id, ports.clock.now());
  return { proven: true, pending: change && { email: change.email, href: EMAIL_CODE_PATH } };
}

async function emailDoubtOf({ ports }: AuthDeps, { id }: Account): Promise<ProfilePage['emailDoubt']> {
  const former = await ports.emailChanges.findDoubt(id, ports.clock.now());
  return former && { former: former.email, until: former.expiresAt };
}

async function twoStepOf({ ports: { factors } }: AuthDeps, { id }: Account): Promise<SecurityPage['twoStep']> {
  const on = (await factors.find(id)) !== undefined;
  return { on, recoveryCodesLeft: on ? await factors.countRecoveryCodes(id) : 0 };
}

async function passkeysOf({ ports }: AuthDeps, { id }: Account): Promise<SecurityPage['passkeys']> {
  const { length: count } = await ports.passkeys.listByAccount(id);
  return ports.rules.passkeyRpId === undefined && count === 0 ? undefined : { count };
}

async function consoleLink(
  { ports }: AuthDeps,
  { id, role, emailVerified }: Account,
): Promise<'own' | 'become' | undefined> {
  if (await mayUseConsole(ports, { accountId: id, role })) return 'own';
  // Invitations are answered in the console.
  if (emailVerified && (await listOwnInvitations(ports, id)).length > 0) return 'own';
  return ports.rules.openOwnership ? 'become' : undefined;
}

/** Maximum number of devices on the page: this one, and the others that were used last. */
const SESSIONS_SHOWN = 20;

async function sessionsOf({ ports }: AuthDeps, { account, session: current }: SignedIn) {
  const listed = await ports.sessions.listByAccount(account.id, ports.clock.now(), SESSIONS_SHOWN + 1);
  const others = listed.filter(({ id }) => id !== current.id);
  const shown = [current, ...others.slice(0, SESSIONS_SHOWN - 1)];
  const sessions: AccountSession[] = shown.map((session) => ({
    id: session.id,
    ...describeDevice(session.userAgent),
    network: session.network,
    // A later sign-in on the device begins the session anew, under the same id.
    firstSeenAt: Math.min(timeOfId(session.id), session.createdAt),
    lastUsedAt: session.lastUsedAt,
    current: session.id === current.id,
  }));
  return { sessions, moreSessions: others.length >= SESSIONS_SHOWN };
}
