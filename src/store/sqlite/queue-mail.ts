// ../nouns/queue-mail.ts, for the stores that stand in this folder.
import type { NewMail } from '../../core/mail/mail-store.ts';
import * as nouns from '../nouns/queue-mail.ts';
import { driveOn } from './drive.ts';
import type { Sqlite } from './sqlite.ts';

export type QueueMail = (mail: NewMail | undefined) => void;
export const prepareQueueMail =
  (connection: Sqlite['writer']['connection']): QueueMail =>
  (mail) =>
    driveOn(connection)(nouns.queueMail(mail));
export const prepareTellOperators =
  (connection: Sqlite['writer']['connection']): QueueMail =>
  (mail) =>
    driveOn(connection)(nouns.tellOperators(mail));
