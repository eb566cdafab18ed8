// ../nouns/insert-account.ts, for the stores that stand in this folder.
import * as nouns from '../nouns/insert-account.ts';
import { of } from './drive.ts';

export const INSERT_ACCOUNT = of(nouns.INSERT_ACCOUNT);
