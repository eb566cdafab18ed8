// Notices of an account whose address nobody proved (contract 20). Anybody can make an account with any address, and
// what they then do with it would fill a stranger's mailbox. So the first notice says that there is an account, and
// later ones are few.
import { MAIL_KINDS, type MailKind } from './mail-kinds.ts';
import type { NewMail } from './mail-store.ts';

/** Of one account, notices of all kinds together go to an address that nobody proved no sooner after each other. */
export const UNPROVEN_PAUSE_MS = 24 * 60 * 60 * 1000;

/** Not what operators are told: it is about others, and one whose address is not proven has to know of it too. */
export const isRationed = (kind: MailKind): boolean =>
  MAIL_KINDS[kind] === 'notice' && kind !== 'operators-told' && kind !== 'account-unclaimed';

/** What is queued in place of the first notice: when and where somebody acted, and what the recipient can do. */
export function unclaimedInPlaceOf({ facts, ...mail }: NewMail): NewMail {
  const { at, device, network } = { device: undefined, network: undefined, ...facts };
  return { ...mail, kind: 'account-unclaimed', facts: { at, device, network } };
}
