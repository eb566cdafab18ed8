// The account page: the profile, what each application can read, and the person's sessions (contract 4, "Pages").
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account, Profile } from '../../core/accounts/account.ts';
import { inLanguage } from '../../core/applications/translations.ts';
import { answeredItems } from '../../core/consent/withdraw-items.ts';
import type { Fault } from '../../core/fault.ts';
import { logoPath } from '../../core/logos/logo.ts';
import { listOwnInvitations } from '../../core/members/answer-invitation.ts';
import { mayUseConsole } from '../../core/members/may-use-console.ts';
import { timeOfId } from '../../core/secrets.ts';
import { describeDevice } from '../../core/sessions/describe-device.ts';
import type { SignedIn } from '../../core/sessions/session.ts';
import { isConfirmed } from '../../core/sessions/session-proof.ts';
import { changesLeft } from '../../core/usernames/take-username.ts';
import { renderAccount } from '../../views/account/account.tsx';
import type {
  AccountConnection,
  AccountForm,
  AccountNotice,
  AccountProps,
  AccountSession,
  AccountUsername,
} from '../../views/account/account-props.ts';
import type { PageContext } from '../../views/parts/page.ts';
import { csrfToken } from '../browsers/csrf.ts';
import { pageContext } from '../browsers/page-context.ts';
import { sendPage } from '../browsers/page-headers.ts';
import { getSignedIn } from '../browsers/session-guard.ts';
import { VERIFY_PATH } from '../documents/after-sign-in.ts';
import { confirmHref } from '../pages/confirm.ts';
import { isWithheld, valueAsText } from '../pages/consent-rows.ts';
import type { AuthDeps } from '../routes/auth-deps.ts';
import type { OpenedConnection } from './connections.ts';
import { accountDocuments } from './documents.ts';

/** Where the username is changed, and the page to return to after a confirmation. */
export const USERNAME_PATH = '/account/username';

/** Where the code of a new address is typed. */
export const EMAIL_CODE_PATH = '/account/email/code';

/** Purpose of the CSRF token in every form of the page. */
export const ACCOUNT_FORM = 'account';

export type ShownAccount = {
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

export async function showAccount(deps: AuthDeps, request: FastifyRequest, reply: FastifyReply, shown: ShownAccount) {
  const signedIn = await getSignedIn(deps, request);
  const { account } = signedIn;
  const context = await pageContext(deps, request, reply);
  const html = renderAccount(context, {
    csrf: await csrfToken(deps, request, reply, ACCOUNT_FORM),
    account,
    emailWithheld: isWithheld('email', account, deps.ports.rules),
    verifyHref: account.emailVerified || deps.ports.rules.mail === 'off' ? undefined : VERIFY_PATH,
    emailChange: await emailChangeOf(deps, account),
    profile: shown.typed ?? account.profile,
    console: await consoleLink(deps, account),
    username: await usernameOf(deps, signedIn, shown),
    twoStep: await twoStepOf(deps, account),
    passkeys: await passkeysOf(deps, account),
    connections: await connectionsOf(deps, account, context),
    opened: openedIn(context, shown.opened),
    documents: await accountDocuments(deps, account.id, context.language),
    ...(await sessionsOf(deps, signedIn)),
    notice: shown.notice,
    faultsIn: shown.faultsIn,
    faults: shown.faults ?? [],
    typedEmail: shown.typedEmail,
  });
  return sendPage(reply, html, { status: shown.status ?? 200 });
}

function openedIn({ language }: PageContext, opened: OpenedConnection | undefined): AccountProps['opened'] {
  if (opened === undefined) return undefined;
  const { application, query, backHref } = opened;
  return { applicationId: application.id, name: inLanguage(application, language).name, query, backHref };
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

async function emailChangeOf({ ports }: AuthDeps, { id }: Account): Promise<AccountProps['emailChange']> {
  if (ports.rules.mail === 'off') return { proven: false, pending: undefined };
  const change = await ports.emailChanges.find(id, ports.clock.now());
  return { proven: true, pending: change && { email: change.email, href: EMAIL_CODE_PATH } };
}

async function twoStepOf({ ports: { factors } }: AuthDeps, { id }: Account): Promise<AccountProps['twoStep']> {
  const on = (await factors.find(id)) !== undefined;
  return { on, recoveryCodesLeft: on ? await factors.countRecoveryCodes(id) : 0 };
}

async function passkeysOf({ ports }: AuthDeps, { id }: Account): Promise<AccountProps['passkeys']> {
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

async function connectionsOf(
  deps: AuthDeps,
  account: Account,
  { language }: PageContext,
): Promise<AccountConnection[]> {
  const connected = await deps.ports.connections.listByAccount(account.id);
  return connected.map(({ connection, application }) => ({
    applicationId: application.id,
    name: inLanguage(application, language).name,
    logo: logoPath(application),
    homepageUri: application.homepageUri,
    connectedAt: connection.createdAt,
    lastUsedAt: connection.lastUsedAt,
    items: answeredItems(application, connection).map(({ entry, agreed }) => ({
      item: entry.item,
      consent: entry.consent,
      agreed,
      value: valueAsText(entry.item, account),
      withheld: isWithheld(entry.item, account, deps.ports.rules),
    })),
  }));
}

/** Maximum number of devices on the page: this one, and the others that were used last. */
const SESSIONS_SHOWN = 50;

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
