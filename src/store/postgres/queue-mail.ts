// ../nouns/queue-mail.ts, for the stores that stand in this folder.
import type { NewMail } from '../../core/mail/mail-store.ts';
import * as nouns from '../nouns/queue-mail.ts';
import { driveIn } from './drive.ts';
import type { Run } from './run.ts';

export const queueMail = (run: Run, mail: NewMail | undefined) => driveIn(run, nouns.queueMail(mail));
export const tellOperators = (run: Run, mail: NewMail | undefined) => driveIn(run, nouns.tellOperators(mail));
