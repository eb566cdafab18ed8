// ../nouns/locks.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/locks.ts';
import { of } from './drive.ts';

export { AUDIT_LOCK, lockOf, MAIL_TROUBLES_LOCK, MIGRATION_LOCK } from '../nouns/locks.ts';
export const LOCK_ACCOUNT = of(nouns.LOCK_ACCOUNT);
