// Makes an account a member without pages and links: the owner invites, the person accepts.

import { hashSecret, randomSecret } from '../../src/core/ground/secrets.ts';
import type { Stores } from '../../src/core/operating/ports.ts';
import { someSession } from '../contract/stores/given.ts';
import { newId } from './new-id.ts';

type Needed = Pick<Stores, 'accounts' | 'applications' | 'invitations' | 'sessions'>;

/** Where no user becomes an owner by accepting. */
export const CLOSED_TERMS = { max: 500, open: false, policyRevision: 0 } as const;

/**
 * The application's owner must have the role owner or operator.
 * @throws Error when the person did not become a member
 */
export async function givenMember(
  stores: Needed,
  member: { applicationId: string; accountId: string; role: 'editor' | 'viewer'; now: number },
): Promise<void> {
  const { applicationId, accountId, role, now } = member;
  const ownerId = (await stores.applications.find(applicationId))?.ownerId ?? '';
  const token = hashSecret(randomSecret());
  const invitation = { id: newId(), email: `${newId()}@example.com`, tokenHash: token, role, applicationId };
  await whileSignedIn(stores, ownerId, now, (sessionId) =>
    stores.invitations.invite(
      { ...invitation, emailKey: invitation.email, invitedBy: ownerId, createdAt: now, expiresAt: now + 60_000 },
      { sessionId },
      1000,
    ),
  );
  const done = await whileSignedIn(stores, accountId, now, (sessionId) =>
    stores.invitations.accept({ key: { tokenHash: token }, accountId, sessionId, now, terms: CLOSED_TERMS }),
  );
  if (done.kind !== 'accepted') throw new Error(`${accountId} is no member: ${done.kind}`);
}

async function whileSignedIn<Result>(
  { accounts, sessions }: Needed,
  accountId: string,
  now: number,
  act: (sessionId: string) => Promise<Result>,
): Promise<Result> {
  const signInEpoch = (await accounts.find(accountId))?.signInEpoch ?? 0;
  const session = someSession(accountId, { signInEpoch, createdAt: now, expiresAt: now + 60_000 });
  const sessionId = await sessions.start(session, undefined);
  if (sessionId === undefined) throw new Error(`${accountId} cannot sign in`);
  const result = await act(sessionId);
  await sessions.end({ accountId, sessionId, now });
  return result;
}

/** The same for a person known by their email address. @returns the account's id */
export async function letIn(
  { ports, clock }: { ports: Needed; clock: { now(): number } },
  applicationId: string,
  { email, role }: { email: string; role: 'editor' | 'viewer' },
): Promise<string> {
  const account = await ports.accounts.findByEmailKey(email.toLowerCase());
  if (!account) throw new Error(`Nobody has the address ${email}`);
  await givenMember(ports, { applicationId, accountId: account.id, role, now: clock.now() });
  return account.id;
}
