// Hands over all that an account owns, in the act that ends its ownership (contract 29): deleting it, or giving it a
// role that may own nothing. Who may get them is decided here, by what the act's own statement reads.
import { type Account, mayOwnApplications } from '../../ground/accounts/account.ts';
import { type Actor, ActRefused, type OwnedApplication } from '../../ground/acts/acting.ts';
import type { ListedApplication } from '../../server/mail/mail-kinds.ts';
import type { NewMail } from '../../server/mail/mail-store.ts';

/** Who gets the applications. `mail`: to them; undefined: this server sends none. */
export type HandOver = { toAccountId: string; max: number; mail: NewMail | undefined };

/** The applications that went to the new owner with the act; none where the account owned none. */
export type HandedOver = { kind: 'handed-over'; toAccountId: string; applications: readonly OwnedApplication[] };

export const isHandedOver = (result: unknown): result is HandedOver =>
  typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'handed-over';

/** An unverified address is told of no names: others chose them (contract 20). */
export const withApplications = (
  mail: NewMail | undefined,
  applications: readonly Required<ListedApplication>[],
  { emailVerified }: Pick<Account, 'emailVerified'>,
): NewMail | undefined =>
  mail && {
    ...mail,
    facts: { at: mail.createdAt, applications: emailVerified ? applications.map(listed) : applications.map(idOf) },
  };

const listed = ({ id, name }: Required<ListedApplication>): ListedApplication => ({ id, name });
const idOf = ({ id }: ListedApplication): ListedApplication => ({ id });

/** The new owner, as the statement reads them. */
export type NewOwner = Pick<Account, 'id' | 'role' | 'disabledAt' | 'leavingSince' | 'emailVerified'> & {
  inDoubt: boolean;
  /** How many applications they own already. */
  owns: number;
};

type Handing = {
  accountId: string;
  actor: Actor | undefined;
  max: number;
  applications: readonly OwnedApplication[];
  /** Ids of those in which the new owner is a member. */
  memberOf: readonly string[];
};

/** An operator may take over what they hand over themselves, in a session. */
const isActing = ({ id, role }: NewOwner, actor: Actor | undefined): boolean =>
  role === 'operator' && actor?.accountId === id && actor.tokenId === undefined;

/** @throws ActRefused */
export function requireNewOwner(found: NewOwner | undefined, handing: Handing): NewOwner {
  const { accountId, actor, max, applications, memberOf } = handing;
  if (!found) throw new ActRefused('new-owner-unknown');
  if (found.id === accountId) throw new ActRefused('new-owner-same');
  if (found.disabledAt !== undefined || found.leavingSince !== undefined) throw new ActRefused('new-owner-inactive');
  if (found.inDoubt) throw new ActRefused('new-owner-in-doubt');
  if (!mayOwnApplications(found.role)) throw new ActRefused('new-owner-role');
  const foreign = isActing(found, actor) ? [] : applications.filter(({ id }) => !memberOf.includes(id));
  if (foreign.length > 0) throw new ActRefused('new-owner-no-member', foreign);
  if (found.owns + applications.length > max) throw new ActRefused('new-owner-full');
  return found;
}
