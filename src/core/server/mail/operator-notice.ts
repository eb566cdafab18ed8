// Tells every operator of rights that were given, and of second factors that a staff account lost (contract 29):
// whoever holds one account of an operator cannot make another one in secret.

import { hashSecret } from '../../ground/secrets.ts';
import type { Ports } from '../ports.ts';
import type { OperatorNotice } from './mail-kinds.ts';
import type { NewMail } from './mail-store.ts';
import { writeMail } from './write-mail.ts';

/** The store queues it for each operator at the time of its transaction. Undefined: this server sends no mail. */
export const writeOperatorNotice = (
  deps: Pick<Ports, 'secrets' | 'clock' | 'rules'>,
  told: OperatorNotice,
): NewMail | undefined => {
  // Whom it goes to, the store says.
  const to = { accountId: '' };
  return writeMail(deps, { kind: 'operators-told', to, facts: { at: deps.clock.now(), ...told } });
};

/** The time at which the id begins keeps ids in order; the rest is of the mail and its recipient. */
export const mailIdFor = ({ id }: Pick<NewMail, 'id'>, accountId: string): string =>
  id.slice(0, 12) + hashSecret(`${id} ${accountId}`).toString('hex').slice(0, 20);

/** Whoever it is about knows, or has a mail of their own. */
export const isAbout = ({ facts }: Pick<NewMail, 'facts'>, accountId: string): boolean =>
  'accountId' in facts && facts.accountId === accountId;
